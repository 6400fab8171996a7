import { chakra } from '@chakra-ui/react/styled-system'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { toneIcon } from '../../controls/Banner.tsx'
import { fillAddress } from '../../model/fillAddress.ts'
import type { Attention } from '../../model/report.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { useDrill } from './drill/useDrill.ts'
import { ReportPanel } from './ReportPanel.tsx'
import { useReport } from './reportContext.ts'
import { useFigure, usePageAddressValues } from './useFigure.ts'

const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '2.25rem',
    '& > svg': { flexShrink: 0, boxSize: '1.125rem', color: 'colorPalette.fg' },
    '& a': {
      flex: '1',
      py: '1.5',
      _hover: { textDecoration: 'underline' },
      '@media (max-width: 47.99rem), (pointer: coarse)': { py: '3' },
    },
  },
})

/** Lists the figures above 0 that need attention: each leads to where it is mended, but those that no list has together, as of several stores. */
export function AttentionList({ attention: { title, none, items } }: { readonly attention: Attention }) {
  const id = useId()
  const { say, isReachable } = useReport()
  const figure = useFigure()
  const addresses = usePageAddressValues()
  const drill = useDrill()
  const mine = items.flatMap(item => {
    const { open } = item
    if (item.drill) {
      const to = drill(item.drill)?.address({})
      // A figure that somebody is told counts for them also where its list does not open.
      return to === undefined && !isAbove(figure(item.value)) ? [] : [{ ...item, to }]
    }
    return open === undefined || isReachable(open) ? [{ ...item, to: open && fillAddress(open, addresses) }] : []
  })
  const lines = mine.flatMap(item => {
    const count = figure(item.value)
    return isAbove(count) ? [{ ...item, count }] : []
  })
  if (mine.length === 0) return null
  return (
    <ReportPanel id={id} title={title}>
      {lines.length === 0 ? (
        <chakra.p display="flex" alignItems="center" gap="2" color="fg.muted" py="1.5">
          <chakra.span colorPalette="positive" color="colorPalette.fg">
            <CircleCheck size="1.125rem" aria-hidden />
          </chakra.span>
          {say(none)}
        </chakra.p>
      ) : (
        <chakra.ul listStyleType="none" aria-labelledby={id}>
          {lines.map(({ message, count, tone, to }) => {
            const Sign = toneIcon[tone]
            const text = say(message, { count })
            return (
              <Line key={message} colorPalette={tone}>
                <Sign aria-hidden />
                {to === undefined ? text : <RouterLink to={to}>{text}</RouterLink>}
              </Line>
            )
          })}
        </chakra.ul>
      )}
    </ReportPanel>
  )
}

const isAbove = (count: unknown): count is number => typeof count === 'number' && count > 0
