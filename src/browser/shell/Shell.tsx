import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode, Ref } from 'react'

const Root = chakra('div', {
  base: { display: 'flex', height: '100dvh', bg: 'bg', '@media print': { height: 'auto', display: 'block', bg: 'white' } },
})

const Side = chakra('aside', {
  base: { flexShrink: 0, width: '16rem', transition: 'width 150ms', isolation: 'isolate', '@media print': { display: 'none' } },
  variants: { folded: { true: { width: '3.75rem' } } },
})

const Main = chakra('main', {
  base: {
    flex: 1,
    minHeight: 0,
    overflow: 'auto',
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    // The focus stands clear of what stays: a head above, the bar of a form below.
    scrollPaddingBlock: '4rem 6rem',
    // An element that stacks by itself is painted by itself: a letter typed somewhere repaints its own place and not the page.
    '& > *': { isolation: 'isolate' },
    // A box that scrolls would be cut to one sheet.
    '@media print': { display: 'block', overflow: 'visible' },
    _focusVisible: { outline: 'none' },
  },
})

const Skip = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetInlineStart: '2',
    zIndex: 'skip',
    px: '3',
    py: '2',
    borderRadius: 'md',
    bg: 'accent.solid',
    color: 'accent.contrast',
    '&:not(:focus)': { transform: 'translateY(-200%)' },
    '@media print': { display: 'none' },
  },
})

export interface ShellProps {
  /** The side menu; none on phones. */
  readonly side: ReactNode
  readonly folded: boolean
  readonly top: ReactNode
  readonly bottom?: ReactNode
  readonly skipLabel?: string
  readonly busy?: boolean
  readonly mainRef?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** The frame's boxes: the same ones while it loads and when it is there, so that nothing moves. */
export function Shell({ side, folded, top, bottom, skipLabel, busy = false, mainRef, children }: ShellProps) {
  return (
    <Root>
      {skipLabel ? <Skip href="#conteudo">{skipLabel}</Skip> : null}
      {side ? <Side folded={folded}>{side}</Side> : null}
      <chakra.div flex="1" minWidth="0" display="flex" flexDirection="column" css={{ '@media print': { display: 'block' } }}>
        {top}
        <Main id="conteudo" tabIndex={-1} aria-busy={busy || undefined} {...(mainRef ? { ref: mainRef } : {})}>
          {children}
        </Main>
        {bottom}
      </chakra.div>
    </Root>
  )
}
