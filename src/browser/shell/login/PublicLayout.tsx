import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Brand } from '../Brand.tsx'
import { LoginArt } from './LoginArt.tsx'

const Root = chakra('div', {
  base: {
    minHeight: '100dvh',
    display: 'grid',
    gridTemplateColumns: { base: '1fr', lg: 'minmax(26rem, 1fr) 1.1fr' },
    bg: 'bg.panel',
  },
})
const Column = chakra('main', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    width: '100%',
    maxWidth: '23rem',
    mx: 'auto',
    px: '6',
    py: '10',
    gap: '6',
  },
})

interface DoorwayProps {
  readonly title: string
  /** The content below changes its height: it begins at the same place all the same. */
  readonly steady?: boolean
  /** Under the title. */
  readonly head?: ReactNode
  readonly children: ReactNode
}

/** A page outside the frame: the login, and what people reach without it. */
export function PublicLayout({ title, head, steady = false, children }: DoorwayProps) {
  return (
    <Root>
      <Column {...(steady ? { justifyContent: 'flex-start', pt: { base: '8', md: '14vh' } } : {})}>
        <chakra.div display="flex" flexDirection="column" gap="5">
          <Brand size="2.5rem" />
          <chakra.h1 textStyle="title">{title}</chakra.h1>
          {head}
        </chakra.div>
        {children}
      </Column>
      <LoginArt />
    </Root>
  )
}
