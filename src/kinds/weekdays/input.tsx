import { chakra } from '@chakra-ui/react/styled-system'
import type { InputProps } from '../controlProps.ts'
import { toggleDay, weekdays } from './days.ts'

const Day = chakra('button', {
  base: {
    minWidth: '2.75rem',
    minHeight: 'control',
    px: '2',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'border.control',
    bg: 'bg.panel',
    color: 'fg.muted',
    fontSize: 'sm',
    fontWeight: 'medium',
    '&[aria-pressed="true"]': { bg: 'accent.subtle', borderColor: 'accent.solid', color: 'accent.fg' },
    '&[aria-disabled="true"]': { opacity: 0.7 },
  },
})

/** Days of the week as buttons that stay pressed. */
export function Input({ id, value, field, onChange, readOnly, describedBy, onCommit, onCancel, compact, autoFocus }: InputProps) {
  const days: readonly number[] = Array.isArray(value) ? value : []
  return (
    <chakra.div
      id={id}
      role="group"
      aria-label={field.title}
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
      }}
    >
      {weekdays.map(({ short, long }, day) => (
        <Day
          key={long}
          type="button"
          aria-pressed={days.includes(day)}
          aria-disabled={readOnly || undefined}
          {...(autoFocus && day === 0 ? { autoFocus } : {})}
          {...(compact ? { minHeight: '1.75rem', minWidth: '2.25rem', px: '1' } : {})}
          onClick={() => !readOnly && onChange(toggleDay(days, day))}
        >
          <span aria-hidden>{short}</span>
          <chakra.span srOnly>{long}</chakra.span>
        </Day>
      ))}
    </chakra.div>
  )
}
