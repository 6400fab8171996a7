import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { Value } from './kind.ts'
import type { InputProps } from './look.ts'
import { readText, restingText } from './typing.ts'

/** What a text control needs to hold raw text while it is typed in and the kind's own text while it rests. */
export interface Typing {
  readonly text: string
  /** The text cannot be read as it stands. */
  readonly unreadable: boolean
  onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void
  onFocus(): void
  onBlur(): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void
  /** Takes a value that was not typed: of a picker. */
  put(value: Value): void
}

type Told = Pick<InputProps, 'value' | 'field' | 'onChange' | 'onCommit' | 'onCancel' | 'compact' | 'typed'>

interface Raw {
  readonly text: string
  readonly unreadable: boolean
  readonly focused: boolean
  /** The value when the text could not be read any more: another one from outside takes the text's place. */
  readonly at: Value
}

/**
 * Text belongs to the person while the control has focus: nothing is masked, grouped or replaced under the caret, not even
 * by a computation that the typing itself set off. Leaving the control shows the value; what cannot be read stays as typed.
 */
export function useTyping({ value, field, onChange, onCommit, onCancel, compact, typed: begun }: Told): Typing {
  const [raw, setRaw] = useState(() => begunWith(begun, value))
  const before = useRef<{ readonly text: string; readonly value: Value }>({ text: '', value })
  const held = raw && (raw.focused || (raw.unreadable && Object.is(raw.at, value))) ? raw : undefined
  const resting = restingText(value, field)
  const text = held?.text ?? resting

  const type = (typed: string): void => {
    const reading = readText(typed, field)
    setRaw({ text: typed, unreadable: reading.problem !== undefined, focused: true, at: value })
    if (reading.problem) onChange(value, reading.problem, typed)
    else onChange(reading.value)
  }
  const restore = (): void => {
    setRaw({ text: before.current.text, unreadable: false, focused: true, at: value })
    onChange(before.current.value)
  }
  const rest = (): void => setRaw(held?.unreadable ? { ...held, focused: false } : undefined)

  return {
    text,
    unreadable: held?.unreadable ?? false,
    onChange: event => type(event.target.value),
    onFocus: () => {
      before.current = { text, value }
      setRaw({ text, unreadable: held?.unreadable ?? false, focused: true, at: value })
    },
    onBlur: rest,
    onKeyDown: event => {
      if (event.key === 'Escape') {
        // The first Esc takes back what was typed; only the next one reaches the dialog or the page around.
        if (!compact && held && held.text !== before.current.text) {
          event.stopPropagation()
          restore()
        }
        onCancel?.()
      } else if (event.key === 'Enter' && onCommit && !event.shiftKey && !event.nativeEvent.isComposing) {
        event.preventDefault()
        onCommit()
      }
    },
    put: next => {
      setRaw(undefined)
      onChange(next)
    },
  }
}

const begunWith = (text: string | undefined, at: Value): Raw | undefined =>
  text === undefined ? undefined : { text, unreadable: true, focused: false, at }
