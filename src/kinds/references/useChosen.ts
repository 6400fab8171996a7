import { useRef, useState } from 'react'
import type { InputProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'
import { referenceSearching } from '../reference/referenceSearching.ts'

type Key = string | number

/** The keys of a value of several, one more or one less, each told to screen readers; and the callbacks of the box in which the next is searched for. */
export function useChosen(
  { value, onChange, onType, onCommit }: InputProps,
  target: ReferenceTarget,
  names: ReadonlyMap<unknown, string>,
) {
  const around = useInputServices()
  const [said, setSaid] = useState('')
  const keys: readonly Key[] = Array.isArray(value) ? value : []
  const put = (
    next: readonly Key[],
    code: 'references-added' | 'references-removed',
    changed: readonly Key[],
    unread?: string,
  ): void => {
    const kept = next.length === 0 ? null : next.toSorted((a, b) => Number(a) - Number(b))
    onChange(kept)
    // A text that is none yet keeps the value as it is.
    if (unread !== undefined) onChange(kept, { code: referenceSearching, params: { text: unread.trim() } }, unread)
    const labels = changed.map(key => names.get(key) ?? around.offered?.(target.to, key) ?? String(key))
    setSaid(around.say(code, { label: labels.join(', ') }))
  }
  /** A record was just chosen: that ends the search for it, and not the whole. */
  const isChosen = useRef(false)
  /** The box holds one key, or a text that is none yet; that it is empty says nothing of those that were chosen before. */
  const hear: InputProps['onChange'] = (key, problem, text) => {
    if (typeof key !== 'number' || problem) return onChange(value, problem, text)
    isChosen.current = true
    if (!keys.includes(key)) put([...keys, key], 'references-added', [key])
  }
  const typed: InputProps['onChange'] = (key, problem, text) =>
    onType && problem ? onType(value, problem, text) : hear(key, problem, text)
  const commit = (): void => {
    if (!isChosen.current) onCommit?.()
    isChosen.current = false
  }
  return {
    keys,
    said,
    remove: (key: Key): void =>
      put(
        keys.filter(one => one !== key),
        'references-removed',
        [key],
      ),
    takeAll(taken: readonly Key[], unread: string | undefined): void {
      const more = [...new Set(taken)].filter(key => !keys.includes(key))
      put([...keys, ...more], 'references-added', more, unread)
    },
    box: { onChange: hear, ...(onType ? { onType: typed } : {}), ...(onCommit ? { onCommit: commit } : {}) },
  }
}
