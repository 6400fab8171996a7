import { CalendarDays, Clock3 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../controls/Button.tsx'
import { TextInput } from '../../controls/fields/TextInput.tsx'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import { keyboardOf, parseTypedText, textAtRest } from '../typedText.ts'
import { useTyping } from '../useTyping.ts'
import { kindByName } from '../values.ts'
import { fromPicker, pickerType, toPicker } from './picker.ts'

const hint = { date: 'dd/mm/aaaa', 'datetime-local': 'dd/mm/aaaa hh:mm', time: 'hh:mm' } as const
const opens = { date: 'date-choose', 'datetime-local': 'date-choose', time: 'time-choose' } as const

/** A day, a moment or an hour: typed as people write it here, or chosen in the system's own picker. */
export function Input(props: InputProps) {
  const { id, value, field, invalid, readOnly, autoFocus, describedBy, compact } = props
  const { say } = useInputServices()
  const typing = useTyping(props, readOnly ? kindByName(field.kind).format(value, field) : undefined)
  const picker = useRef<HTMLInputElement>(null)
  const [picking, setPicking] = useState(false)
  const type = pickerType(field.kind)
  const picked = (text: string): void => {
    const reading = parseTypedText(fromPicker(text), field)
    if (!reading.problem) typing.put(reading.value)
  }
  const open = (): void => {
    // The system's own box is a dozen elements and a picture: it is there from the first time that it is asked for.
    flushSync(() => setPicking(true))
    picker.current?.showPicker()
  }
  const Sign = type === 'time' ? Clock3 : CalendarDays
  const pick = (
    <>
      {picking ? (
        <input
          ref={picker}
          className="field-picker"
          type={type}
          tabIndex={-1}
          aria-hidden
          value={toPicker(textAtRest(value, field))}
          onChange={event => picked(event.currentTarget.value)}
        />
      ) : null}
      <IconButton size="sm" tabIndex={compact ? -1 : 0} label={`${say(opens[type])}: ${field.title}`} onClick={open}>
        <Sign aria-hidden />
      </IconButton>
    </>
  )
  return (
    <TextInput
      id={id}
      name={field.name}
      placeholder={compact ? undefined : hint[type]}
      inputMode={keyboardOf(field)}
      invalid={invalid || typing.unreadable}
      {...typing.box}
      aria-required={field.required || undefined}
      {...(readOnly ? { readOnly } : { after: pick })}
      {...(autoFocus ? { autoFocus } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      {...(compact ? { 'aria-label': field.title, compact: true } : {})}
    />
  )
}
