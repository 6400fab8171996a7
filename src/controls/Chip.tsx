import { chakra } from '@chakra-ui/react/styled-system'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './palette.ts'

const Root = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '1.375rem',
    px: '2',
    borderRadius: 'full',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    borderWidth: '1px',
    borderColor: 'colorPalette.muted',
    fontSize: 'sm',
    lineHeight: '1.125rem',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    maxWidth: '100%',
    '& svg': { boxSize: '0.875rem', flexShrink: 0 },
    '& > button': {
      borderRadius: 'full',
      display: 'grid',
      placeItems: 'center',
      boxSize: '1.25rem',
      me: '-1.5',
      _hover: { bg: 'colorPalette.emphasized' },
    },
  },
})

export interface ChipProps {
  readonly tone?: Tone | 'accent'
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** Adds an ✕; the label says what it removes. */
  readonly remove?: { readonly label: string; act(): void }
  readonly title?: string
}

/** A short word with a meaning: a status, a filter in force. */
export function Chip({ tone = 'neutral', icon, children, remove, title }: ChipProps) {
  return (
    <Root colorPalette={tone} {...(title ? { title } : {})}>
      {icon}
      <chakra.span overflow="hidden" textOverflow="ellipsis">
        {children}
      </chakra.span>
      {remove ? (
        <button type="button" aria-label={remove.label} data-tip={remove.label} onClick={() => remove.act()}>
          <X aria-hidden />
        </button>
      ) : null}
    </Root>
  )
}
