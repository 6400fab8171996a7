import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, useEffect, useRef } from 'react'

/** Tick, dash and dot are drawn with borders and shadows: no image, right in every theme and zoom. */
const Box = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    display: 'inline-block',
    verticalAlign: '-0.1875rem',
    boxSize: '1rem',
    flexShrink: 0,
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'sm',
    bg: 'bg.panel',
    cursor: 'pointer',
    _hover: { borderColor: 'fg.subtle' },
    '&:checked, &:indeterminate': { bg: 'accent.solid', borderColor: 'accent.solid' },
    '&:disabled': { opacity: 0.5 },
    '&[aria-invalid=true]': { borderColor: 'danger.solid' },
    _before: { content: '""', position: 'absolute', borderColor: 'accent.contrast', borderStyle: 'solid', borderWidth: 0 },
    // A finger finds it.
    '@media (max-width: 47.99rem), (pointer: coarse)': { _after: { content: '""', position: 'absolute', inset: '-0.375rem' } },
    '@media (forced-colors: active)': { appearance: 'auto' },
  },
  variants: {
    shape: {
      box: {
        '&:checked:not(:indeterminate)::before': {
          insetInlineStart: '0.25rem',
          top: '0.0625rem',
          width: '0.375rem',
          height: '0.625rem',
          borderInlineEndWidth: '2px',
          borderBottomWidth: '2px',
          transform: 'rotate(45deg)',
        },
        '&:indeterminate::before': { insetInline: '0.1875rem', top: '0.375rem', borderBottomWidth: '2px' },
      },
      dot: { borderRadius: 'full', '&:checked::before': { inset: '0.1875rem', borderRadius: 'full', bg: 'accent.contrast' } },
    },
  },
  defaultVariants: { shape: 'box' },
})

const Label = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'flex-start',
    gap: '2',
    cursor: 'pointer',
    py: '0.5',
    '& > input': { mt: '0.125rem' },
  },
})

export interface CheckboxProps extends Omit<ComponentProps<typeof Box>, 'onChange' | 'checked' | 'type' | 'children' | 'shape'> {
  readonly checked: boolean
  readonly indeterminate?: boolean
  /** Text beside it; without one give an `aria-label`. */
  readonly label?: string
  onChange(checked: boolean): void
}

export function Checkbox({ checked, indeterminate = false, label, onChange, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  const input = (
    <Box ref={box} type="checkbox" checked={checked} onChange={event => onChange(event.currentTarget.checked)} {...rest} />
  )
  return label ? (
    <Label>
      {input}
      {label}
    </Label>
  ) : (
    input
  )
}

/** One of several: same `name`, one `checked`. */
export function Radio({
  checked,
  label,
  onChange,
  ...rest
}: Omit<CheckboxProps, 'indeterminate' | 'onChange'> & { onChange(): void }) {
  const input = <Box type="radio" shape="dot" checked={checked} onChange={() => onChange()} {...rest} />
  return label ? (
    <Label>
      {input}
      {label}
    </Label>
  ) : (
    input
  )
}
