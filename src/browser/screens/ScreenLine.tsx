import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode, Ref } from 'react'

/** A page's list of lines, in a frame. */
export const ScreenLines = chakra('ul', {
  base: { listStyleType: 'none', bg: 'bg.panel', borderRadius: 'lg', borderWidth: '1px', borderColor: 'border' },
})

interface Props {
  readonly title: ReactNode
  /** Said below the title, one after the other. */
  readonly notes: readonly string[]
  /** Chips and buttons. */
  readonly children: ReactNode
  readonly ref?: Ref<HTMLLIElement>
}

/** One line of such a list; it takes the focus when its button goes with what it did. */
export function ScreenLine({ title, notes, children, ref }: Props) {
  return (
    <chakra.li
      ref={ref}
      tabIndex={-1}
      display="flex"
      alignItems="center"
      gap="3"
      flexWrap="wrap"
      px="4"
      py="3"
      css={{ '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border.muted' } }}
    >
      <chakra.div flex="1" minWidth="14rem">
        <chakra.p fontWeight="medium" overflowWrap="anywhere">
          {title}
        </chakra.p>
        <chakra.p textStyle="note">{notes.join(' · ')}</chakra.p>
      </chakra.div>
      {children}
    </chakra.li>
  )
}
