import { useRef } from 'react'
import { RadioGroup } from '../../controls/fields/RadioGroup.tsx'
import { Scale } from '../../controls/fields/Scale.tsx'
import { Select } from '../../controls/fields/Select.tsx'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import type { Choice } from '../kind.ts'

/** One of a few: the system's select, or radios where the definition says so. */
export function Input(props: InputProps) {
  const { id, value, field, onCommit, onCancel, invalid, readOnly, autoFocus, describedBy, compact, variant } = props
  const { say } = useInputServices()
  const choices = choicesOf(props)
  const byPointer = useRef(false)
  if (field.refine?.look === 'scale' && !compact)
    return (
      <Scale
        id={id}
        label={field.title}
        choices={choices}
        ends={field.refine.ends ?? []}
        value={value}
        onChange={props.onChange}
        disabled={readOnly ?? false}
        invalid={invalid ?? false}
        {...(describedBy ? { describedBy } : {})}
      />
    )
  if (variant === 'radio' && !compact) return <Radios {...props} />
  const set = (text: string): void => {
    props.onChange(choices.find(choice => String(choice.value) === text)?.value ?? null)
    // Typed letters and arrows walk along the choices, and the next one may go on: Enter, Tab or leaving ends the walk.
    if (byPointer.current) onCommit?.()
  }
  return (
    <Select
      id={id}
      name={field.name}
      options={choices.map(choice => ({ value: String(choice.value), title: choice.title }))}
      value={value === null ? '' : String(value)}
      invalid={invalid ?? false}
      onChange={set}
      onPointerDown={() => {
        byPointer.current = true
      }}
      onKeyDown={event => {
        byPointer.current = false
        if (event.key === 'Escape') onCancel?.()
      }}
      aria-required={field.required || undefined}
      {...(field.required && value !== null ? {} : { blank: field.required ? say('choose') : '—' })}
      {...(readOnly ? { disabled: true } : {})}
      {...(autoFocus ? { autoFocus } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      {...(compact ? { 'aria-label': field.title, compact: true } : {})}
    />
  )
}

/** The choices, and the stored value too when it is none of them any more, so that opening a record never changes it. */
function choicesOf({ field, value }: Pick<InputProps, 'field' | 'value'>): readonly Choice[] {
  const choices = field.choices ?? field.refine?.choices ?? []
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return choices
  return choices.some(choice => choice.value === value) ? choices : [...choices, { value, title: String(value) }]
}

function Radios({ id, value, field, onChange, readOnly, describedBy, invalid }: InputProps) {
  return (
    <RadioGroup
      id={id}
      label={field.title}
      options={choicesOf({ field, value })}
      value={value}
      onChange={onChange}
      disabled={readOnly ?? false}
      invalid={invalid ?? false}
      {...(describedBy ? { describedBy } : {})}
    />
  )
}
