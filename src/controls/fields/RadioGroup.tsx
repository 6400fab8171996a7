import { chakra } from '@chakra-ui/react/styled-system'
import { Radio } from './Checkbox.tsx'

export interface RadioGroupProps<T extends string | number | boolean> {
  readonly id: string
  readonly label: string
  readonly options: readonly { readonly value: T; readonly title: string }[]
  readonly value: unknown
  onChange(value: T): void
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
}

/** One of a few, each with its text in sight. */
export function RadioGroup<T extends string | number | boolean>({
  id,
  label,
  options,
  value,
  onChange,
  disabled = false,
  invalid = false,
  describedBy,
}: RadioGroupProps<T>) {
  return (
    <chakra.div
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-invalid={invalid || undefined}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      rowGap="1"
      minHeight="control"
      alignItems="center"
    >
      {options.map(option => (
        <Radio
          key={String(option.value)}
          name={id}
          label={option.title}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
          {...(disabled ? { disabled: true } : {})}
        />
      ))}
    </chakra.div>
  )
}
