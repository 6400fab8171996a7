import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps } from 'react'
import { fillAddress } from '../../model/fillAddress.ts'
import type { TableSpec } from '../../model/report.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { useReport } from './reportContext.ts'
import { usePageAddressValues } from './useFigure.ts'

const Root = chakra('span', {
  base: {
    fontSize: 'sm',
    '& a': { color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '2px' },
    '@media (max-width: 47.99rem), (pointer: coarse)': {
      '& a': { display: 'inline-flex', alignItems: 'center', minHeight: '2.25rem' },
    },
  },
})

interface Props extends ComponentProps<typeof Root> {
  readonly more: TableSpec['more']
}

/** The way from figures to where there is more; shown to who may go there. Of several stores' figures none leads on: a list is one store's. */
export function MoreLink({ more, ...place }: Props) {
  const { answers, isReachable } = useReport()
  const addresses = usePageAddressValues()
  if (!more || answers.storeCount > 1 || !isReachable(more.open)) return null
  return (
    <Root {...place}>
      <RouterLink to={fillAddress(more.open, addresses)}>{more.title}</RouterLink>
    </Root>
  )
}
