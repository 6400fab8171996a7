import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { InputProps } from './controlProps.ts'
import type { Value } from './kind.ts'
import { parseTypedText, textAtRest } from './typedText.ts'

type Line = HTMLInputElement | HTMLTextAreaElement

/** The state by which a text control holds raw text while it is typed in and the kind's own text while it rests. */
export interface Typing {
  /** The text as it was drawn last: letters typed since are in the control. */
  readonly text: string
  /** The text cannot be read as it stands. */
  readonly unreadable: boolean
  /** For the control, which keeps its text by itself: a letter is there without a render. The same object for its whole life. */
  readonly box: {
    readonly defaultValue: string
    ref(line: Line | null): void
    onChange(event: ChangeEvent<Line>): void
    onFocus(): void
    onBlur(): void
    onKeyDown(event: KeyboardEvent<Line>): void
  }
  /** Takes a value that was not typed: of a picker. */
  put(value: Value): void
}

type Told = Pick<
  InputProps,
  'value' | 'field' | 'onChange' | 'onType' | 'onCommit' | 'onCancel' | 'compact' | 'typed' | 'offered'
>

interface Raw {
  readonly text: string
  readonly unreadable: boolean
  readonly focused: boolean
  /** Something was typed since the control got focus; until then a value from outside is shown at once. */
  readonly touched?: true
  /** The value when the text could not be read any more: another one from outside takes the text's place. */
  readonly at: Value
}

/**
 * Text belongs to the person while the control has focus: nothing is masked, grouped or replaced under the caret, not even
 * by a computation that the typing itself set off; before anything is typed it shows the value as it comes. Leaving the control shows the value; what cannot be read stays as typed.
 * `fixed` is shown in place of all that, by a control that is only read.
 */
export function useTyping(props: Told, fixed?: string): Typing {
  const { value, field, onChange, onType, onCommit, onCancel, compact, typed, offered } = props
  const [begun] = useState(() => begunWith(typed, value))
  const raw = useRef(begun)
  const [, render] = useReducer((count: number) => count + 1, 0)
  const told = useToldValue(value)
  const before = useRef<{ readonly text: string; readonly value: Value }>({ text: '', value })
  const held = heldOf(raw.current, value)
  const text = fixed ?? held?.text ?? textAtRest(value, field)
  const line = useShownText(text, offered === true)

  const type = (typed: string): void => {
    const { value: read, problem } = parseTypedText(typed, field)
    const was = raw.current
    if (was?.focused && !was.touched) before.current = { text, value }
    raw.current = { text: typed, unreadable: problem !== undefined, focused: true, touched: true, at: told.current }
    // The control shows the letter already; only its look may have changed.
    if ((was?.unreadable ?? false) !== raw.current.unreadable) render()
    const tell = onType ?? onChange
    if (problem) tell(told.current, problem, typed)
    else {
      told.current = read
      tell(read)
    }
  }
  const restore = (): void => {
    raw.current = { text: before.current.text, unreadable: false, focused: true, touched: true, at: told.current }
    told.current = before.current.value
    render()
    onChange(before.current.value)
  }

  const enter = (): void => {
    before.current = { text, value }
    raw.current = { text, unreadable: held?.unreadable ?? false, focused: true, at: told.current }
    // A click sets its caret after this.
    if (offered) requestAnimationFrame(() => raw.current?.touched || line.current?.select())
  }
  const leave = (): void => {
    raw.current = raw.current?.unreadable ? { ...raw.current, focused: false } : undefined
    render()
  }
  const press = (event: KeyboardEvent<Line>): void => {
    if (event.key === 'Escape') {
      // The first Esc takes back what was typed; only the next one reaches the dialog or the page around.
      if (!compact && raw.current && raw.current.text !== before.current.text) {
        event.stopPropagation()
        restore()
      }
      onCancel?.()
    } else if (event.key === 'Enter' && onCommit && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onCommit()
    }
  }
  const latest = useRef({ type, enter, leave, press })
  latest.current = { type, enter, leave, press }
  const [box] = useState((): Typing['box'] => ({
    defaultValue: text,
    ref: now => {
      line.current = now
    },
    onChange: event => latest.current.type(event.target.value),
    onFocus: () => latest.current.enter(),
    onBlur: () => latest.current.leave(),
    onKeyDown: event => latest.current.press(event),
  }))

  return {
    text,
    unreadable: held?.unreadable ?? false,
    box,
    put: next => {
      raw.current = undefined
      render()
      onChange(next)
    },
  }
}

/** Has the control show a text. One that is offered comes under the caret of somebody about to type or scan, whose text takes its place. */
function useShownText(text: string, offered: boolean): { current: Line | null } {
  const line = useRef<Line>(null)
  useLayoutEffect(() => {
    if (!line.current || line.current.value === text) return
    line.current.value = text
    if (offered && document.activeElement === line.current) line.current.select()
  })
  return line
}

/** The value as it was told last: what was typed since the last render, which may be a frame ago, comes before what was given. */
function useToldValue(value: Value): { current: Value } {
  const given = useRef(value)
  const told = useRef(value)
  if (!Object.is(given.current, value)) {
    given.current = value
    told.current = value
  }
  return told
}

const heldOf = (raw: Raw | undefined, value: Value): Raw | undefined =>
  raw && ((raw.focused && raw.touched) || ((raw.focused || raw.unreadable) && Object.is(raw.at, value))) ? raw : undefined

const begunWith = (text: string | undefined, at: Value): Raw | undefined =>
  text === undefined ? undefined : { text, unreadable: true, focused: false, at }
