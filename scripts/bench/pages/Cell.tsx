import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

interface EditorProps {
  readonly initial: string
  readonly label: string
  onCommit(text: string): void
  onCancel(): void
}

/** The input of the cell that is edited: its text is its own until Enter. */
export function Editor({ initial, label, onCommit, onCancel }: EditorProps) {
  const [text, setText] = useState(initial)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Enter') onCommit(text)
    if (event.key === 'Escape') onCancel()
  }
  return (
    <input ref={input} aria-label={label} value={text} onChange={event => setText(event.target.value)} onKeyDown={onKeyDown} />
  )
}
