import { chakra } from '@chakra-ui/react/styled-system'
import { Check } from 'lucide-react'

const List = chakra('ol', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2',
    rowGap: '1',
    listStyle: 'none',
    fontSize: 'sm',
    color: 'fg.muted',
    '& > li': { display: 'flex', alignItems: 'center', gap: '1.5' },
    '& > li:not(:last-child)::after': { content: '""', width: '1.5rem', height: '1px', bg: 'border.emphasized', ms: '0.5' },
    '& > [aria-current]': { color: 'fg', fontWeight: 'semibold' },
  },
})

const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '1.25rem',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    fontVariantNumeric: 'tabular-nums',
    fontSize: '0.75rem',
    '& svg': { boxSize: '0.75rem' },
    '[aria-current] > &': { bg: 'accent.solid', borderColor: 'accent.solid', color: 'accent.contrast' },
    '[data-done] > &': { bg: 'accent.subtle', borderColor: 'accent.muted', color: 'accent.fg' },
  },
})

/** Where one stands on the way from the file to the saved rows. */
export function ImportSteps({
  label,
  titles,
  current,
}: {
  readonly label: string
  readonly titles: readonly string[]
  readonly current: number
}) {
  return (
    <List aria-label={label}>
      {titles.map((title, index) => (
        <li
          key={title}
          {...(index === current ? { 'aria-current': 'step' as const } : {})}
          data-done={index < current || undefined}
        >
          <Mark aria-hidden>{index < current ? <Check /> : index + 1}</Mark>
          {title}
        </li>
      ))}
    </List>
  )
}
