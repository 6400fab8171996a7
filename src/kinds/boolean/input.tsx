import { Checkbox } from '../../controls/fields/Checkbox.tsx'
import { RadioGroup } from '../../controls/fields/RadioGroup.tsx'
import { Switch } from '../../controls/fields/Switch.tsx'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import { ToggleButton } from '../toggleButton.tsx'

/** On or off: a switch, a box in a grid's cell, or two radios or a button that stays pressed where the definition says so. */
export function Input(props: InputProps) {
  const { id, value, field, onCommit, readOnly, autoFocus, describedBy, invalid, compact, variant } = props
  const set = (on: boolean): void => {
    props.onChange(on)
    onCommit?.()
  }
  if (variant === 'radio') return <YesNo {...props} />
  if (variant === 'chip' && !compact)
    return (
      <ToggleButton
        id={id}
        type="button"
        aria-pressed={value === true}
        aria-disabled={readOnly || undefined}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        onClick={() => !readOnly && set(value !== true)}
      >
        {field.title}
      </ToggleButton>
    )
  const Control = compact || variant === 'checkbox' ? Checkbox : Switch
  return (
    <Control
      id={id}
      checked={value === true}
      onChange={set}
      onKeyDown={event => event.key === 'Escape' && props.onCancel?.()}
      aria-invalid={invalid || undefined}
      {...(readOnly ? { disabled: true } : {})}
      {...(autoFocus ? { autoFocus } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      {...(compact ? { 'aria-label': field.title } : {})}
    />
  )
}

function YesNo({ id, value, field, onChange, readOnly, describedBy, invalid }: InputProps) {
  const { say } = useInputServices()
  const options = [
    { title: say('yes'), value: true },
    { title: say('no'), value: false },
  ]
  return (
    <RadioGroup
      id={id}
      label={field.title}
      options={options}
      value={value === true}
      onChange={onChange}
      disabled={readOnly ?? false}
      invalid={invalid ?? false}
      {...(describedBy ? { describedBy } : {})}
    />
  )
}
