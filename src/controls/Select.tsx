import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps } from 'react'
import { fieldLook } from './fieldLook.ts'

/** The arrow is drawn by two gradients in the text's colour, so it follows the theme without an image. */
const Root = chakra('select', {
  base: {
    ...fieldLook,
    pe: '8',
    appearance: 'none',
    textOverflow: 'ellipsis',
    backgroundImage:
      'linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(-45deg, transparent 50%, currentColor 50%)',
    backgroundPosition: 'right 0.95rem center, right 0.65rem center',
    backgroundSize: '0.3rem 0.3rem',
    backgroundRepeat: 'no-repeat',
    '& option': { bg: 'bg.panel', color: 'fg' },
  },
  variants: { size: { sm: { minHeight: '1.75rem', ps: '2', fontSize: 'sm' } } },
})

export interface SelectOption {
  readonly value: string
  readonly title: string
}

export interface SelectProps extends Omit<ComponentProps<typeof Root>, 'onChange' | 'value'> {
  readonly options: readonly SelectOption[]
  readonly value: string
  readonly invalid?: boolean
  /** Text of the empty choice; without it there is none. */
  readonly blank?: string
  onChange(value: string): void
}

/** The system's own select: right on phones, with type-ahead and arrows everywhere. */
export function Select({ options, value, invalid = false, blank, onChange, ...rest }: SelectProps) {
  return (
    <Root aria-invalid={invalid || undefined} value={value} onChange={event => onChange(event.currentTarget.value)} {...rest}>
      {blank === undefined ? null : <option value="">{blank}</option>}
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </Root>
  )
}
