import { chakra } from '@chakra-ui/react/styled-system'
import { Checkbox } from '../../controls/fields/Checkbox.tsx'
import { moveFocus } from '../../controls/moveFocus.ts'
import { choicesOfField } from '../choice/value.ts'
import type { InputProps } from '../controlProps.ts'

/** A box for each option, with arrow keys between them. An option that the definition no longer has stays until somebody clears it. */
export function Input(props: InputProps) {
  const { id, value, field, onChange, readOnly, invalid, describedBy, onCommit, onCancel, compact, autoFocus } = props
  const on: readonly (string | number)[] = Array.isArray(value) ? value : []
  const choices = choicesOfField(field)
  const gone = on.filter(option => !choices.some(choice => choice.value === option))
  const all = [...choices, ...gone.map(option => ({ value: option, title: String(option) }))]
  const toggle = (option: string | number, checked: boolean): void => {
    const next = all.map(one => one.value).filter(one => (one === option ? checked : on.includes(one)))
    onChange(next.length === 0 ? null : next)
  }
  return (
    <chakra.div
      id={id}
      role="group"
      aria-label={field.title}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      display="flex"
      flexWrap={compact ? 'nowrap' : 'wrap'}
      overflowX={compact ? 'auto' : 'visible'}
      columnGap="4"
      minHeight={compact ? 'auto' : 'control'}
      alignItems="center"
      css={compact ? {} : { '& > label': { minHeight: 'control', alignItems: 'center' }, '& > label > input': { mt: '0' } }}
      onKeyDown={event => {
        moveFocus(event, 'input', 'horizontal')
        if (event.key === 'Escape') onCancel?.()
        if (event.key === 'Enter' && onCommit) {
          event.preventDefault()
          onCommit()
        }
      }}
    >
      {all.map((choice, index) => (
        <Checkbox
          key={choice.value}
          label={choice.title}
          checked={on.includes(choice.value)}
          onChange={checked => toggle(choice.value, checked)}
          aria-invalid={invalid || undefined}
          {...(readOnly ? { disabled: true } : {})}
          {...(autoFocus && index === 0 ? { autoFocus } : {})}
        />
      ))}
    </chakra.div>
  )
}
