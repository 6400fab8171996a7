import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps } from 'react'

const Track = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    width: '2.125rem',
    height: '1.25rem',
    flexShrink: 0,
    borderRadius: 'full',
    bg: 'border.control',
    cursor: 'pointer',
    transition: 'background-color 120ms',
    _before: {
      content: '""',
      position: 'absolute',
      top: '0.125rem',
      insetInlineStart: '0.125rem',
      boxSize: '1rem',
      borderRadius: 'full',
      bg: 'white',
      boxShadow: 'low',
      transition: 'transform 120ms',
    },
    '&:checked': { bg: 'accent.solid', _before: { transform: 'translateX(0.875rem)' } },
    '&:disabled': { opacity: 0.5 },
    // A finger's target without moving the layout.
    _after: { content: '""', position: 'absolute', inset: '-0.5rem' },
    '@media (forced-colors: active)': { borderWidth: '1px', '&:checked': { bg: 'Highlight' } },
  },
})

export interface SwitchProps extends Omit<ComponentProps<typeof Track>, 'onChange' | 'checked' | 'type'> {
  readonly checked: boolean
  readonly busy?: boolean
  onChange(checked: boolean): void
}

/** On or off, at once. Give it an `aria-label` or a `<label htmlFor>`. */
export function Switch({ checked, busy = false, disabled, onChange, ...rest }: SwitchProps) {
  return (
    <Track
      type="checkbox"
      role="switch"
      checked={checked}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onChange={event => onChange(event.currentTarget.checked)}
      {...rest}
    />
  )
}
