import { useEffect, useRef, useState } from 'react'
import type { InputProps } from '../controlProps.ts'
import { type ReferenceOption, useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'
import { holdsTyped } from './matchOptions.ts'
import { referenceSearching } from './referenceSearching.ts'

/** A text for which Enter was pressed, and what was found for it once that has come. */
interface Entered {
  readonly text: string
  readonly found?: readonly ReferenceOption[]
}

/** Chooses these records beside those that are chosen; `unread` is a text that is none yet. */
export type TakeAll = (keys: readonly (string | number)[], unread: string | undefined) => void

interface Box {
  /** The text that stands in the box now. */
  readonly text: string | undefined
  /** Puts a text back that names no record, with its problem. */
  refuse(text: string, found: readonly ReferenceOption[]): void
}

const meantOf = ({ text, found: [option] = [] }: Entered): ReferenceOption | undefined =>
  option && holdsTyped(option, text.trim()) ? option : undefined

/**
 * Enter for several records: each text is settled by its own answer, while the next is typed apart in the empty box. As long as one waits, the
 * field says that it searches, so that a save waits; then all are taken at once. One that names no record comes back once the box is empty.
 */
export function useEnteredTexts(
  { value, onChange }: InputProps,
  target: ReferenceTarget,
  box: Box,
  takeAll: TakeAll | undefined,
): (text: string) => void {
  const { search } = useInputServices()
  const [waiting, setWaiting] = useState<readonly Entered[]>([])
  const latest = useRef({ value, onChange, box, takeAll })
  latest.current = { value, onChange, box, takeAll }
  const isEmpty = box.text === undefined
  useEffect(() => {
    const now = latest.current
    if (waiting.some(({ found }) => found === undefined)) {
      // All of them together: a text that changes would be one that somebody types over.
      const texts = waiting.map(({ text }) => text).join(', ')
      now.onChange(now.value, { code: referenceSearching, params: { text: texts } }, texts)
      return
    }
    const meant = waiting.flatMap(one => meantOf(one) ?? [])
    const refused = waiting.filter(one => !meantOf(one))
    const [first, ...others] = refused
    if (meant.length > 0) {
      setWaiting(refused)
      now.takeAll?.(
        meant.map(({ id }) => id),
        first?.text ?? now.box.text,
      )
    } else if (first?.found && isEmpty) {
      setWaiting(others)
      now.box.refuse(first.text, first.found)
    }
  }, [waiting, isEmpty])
  return text => {
    const one: Entered = { text }
    const answered = (found: readonly ReferenceOption[]): void =>
      setWaiting(all => all.map(each => (each === one ? { text, found } : each)))
    setWaiting(all => [...all, one])
    search(target.to, text.trim(), target.where).then(answered, () => answered([]))
  }
}
