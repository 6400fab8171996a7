import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { moveFocus } from '../../controls/moveFocus.ts'
import type { InputProps } from '../controlProps.ts'
import { ToggleButton } from '../toggleButton.tsx'
import { toggleDay, weekdays } from './days.ts'

/** Days in the order of buttons: a week of work begins on Monday. */
const daysShown = [1, 2, 3, 4, 5, 6, 0] as const

/** Days that are chosen together. */
const daysTogether = [
  { title: 'Todos os dias', days: [0, 1, 2, 3, 4, 5, 6] },
  { title: 'Seg a Sex', days: [1, 2, 3, 4, 5] },
  { title: 'Fim de semana', days: [0, 6] },
] as const

const Together = chakra('button', {
  base: {
    minHeight: 'control',
    px: '2',
    borderRadius: 'md',
    color: 'accent.fg',
    fontSize: 'sm',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
  },
})

/** Days of the week as buttons that stay pressed, and buttons for days that are chosen together. Arrows go from one to the next. */
export function Input({
  id,
  value,
  field,
  onChange,
  readOnly,
  describedBy,
  onCommit,
  onCancel,
  compact,
  autoFocus,
  invalid,
}: InputProps) {
  const days: readonly number[] = Array.isArray(value) ? value : []
  // One of them is where Tab stops.
  const [stop, setStop] = useState<number>(daysShown[0])
  const small = compact ? { minHeight: '1.75rem', minWidth: '2.25rem', px: '1' } : {}
  return (
    <chakra.div
      id={id}
      role="group"
      aria-label={field.title}
      aria-invalid={invalid || undefined}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      display="flex"
      flexWrap={compact ? 'nowrap' : 'wrap'}
      gap="1"
      onKeyDown={event => {
        if (event.key === 'Escape') onCancel?.()
        if (event.key === 'Enter' && onCommit) {
          event.preventDefault()
          onCommit()
        }
        if (event.key.length > 1) moveFocus(event, 'button', 'horizontal')
      }}
    >
      {daysShown.map((day, at) => (
        <ToggleButton
          key={day}
          type="button"
          tabIndex={stop === day ? 0 : -1}
          aria-pressed={days.includes(day)}
          aria-disabled={readOnly || undefined}
          {...(autoFocus && at === 0 ? { autoFocus } : {})}
          {...small}
          onFocus={() => setStop(day)}
          onClick={() => !readOnly && onChange(toggleDay(days, day))}
        >
          <span aria-hidden>{weekdays[day].short}</span>
          <chakra.span srOnly>{weekdays[day].long}</chakra.span>
        </ToggleButton>
      ))}
      {compact || readOnly
        ? null
        : daysTogether.map(({ title, days: together }, at) => (
            <Together
              key={title}
              type="button"
              tabIndex={stop === weekdays.length + at ? 0 : -1}
              onFocus={() => setStop(weekdays.length + at)}
              onClick={() => onChange([...together])}
            >
              {title}
            </Together>
          ))}
    </chakra.div>
  )
}
