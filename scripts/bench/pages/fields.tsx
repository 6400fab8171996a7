import { memo } from 'react'

interface FieldProps<T> {
  readonly name: string
  readonly title: string
  readonly value: T
  onChange(name: string, value: T): void
}

export const TextField = memo(function TextField({ name, title, value, onChange }: FieldProps<string>) {
  return (
    <label>
      <span>{title}</span>
      <input name={name} value={value} onChange={event => onChange(name, event.target.value)} />
    </label>
  )
})

interface ChoiceProps extends FieldProps<string> {
  readonly titles: Readonly<Record<string, string>>
}

export const ChoiceField = memo(function ChoiceField({ name, title, value, titles, onChange }: ChoiceProps) {
  return (
    <label>
      <span>{title}</span>
      <select name={name} value={value} onChange={event => onChange(name, event.target.value)}>
        {Object.entries(titles).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
})

export const YesNoField = memo(function YesNoField({ name, title, value, onChange }: FieldProps<boolean>) {
  return (
    <label>
      <input type="checkbox" name={name} checked={value} onChange={event => onChange(name, event.target.checked)} />
      <span>{title}</span>
    </label>
  )
})
