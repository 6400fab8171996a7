import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FinderOption } from './finderOption.ts'

/** Where a finder looks, and what becomes of what is chosen. */
export interface FinderSearch {
  /** Returns the options for a typed text: the caller filters and orders. */
  find(text: string): readonly FinderOption[]
  onChoose(found: FinderOption): void
  /** Another text was typed: what comes from elsewhere is asked for. */
  onText?(text: string): void
  /** More for this text is on its way: Enter waits for it when there is nothing to choose yet. */
  readonly coming?: boolean
  /** Returns the text typed before the box was there. */
  typed?(): { readonly text: string; readonly enter: boolean }
}

interface Finding {
  readonly text: string
  readonly found: readonly FinderOption[]
  readonly active: FinderOption | undefined
  put(text: string): void
  mark(index: number): void
  onKeyDown(event: KeyboardEvent): void
}

/** Holds the typed text, the options found for it and the marked one; Enter chooses that. */
export function useFinder({ find, onChoose, onText, coming = false, typed }: FinderSearch): Finding {
  const [text, setText] = useState('')
  const found = find(text)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      found.findIndex(one => one.current),
    ),
  )
  const [moved, setMoved] = useState(false)
  const marked = found[Math.min(at, found.length - 1)]
  const active = marked?.like && !moved ? undefined : marked
  /** Enter was pressed before there was anything to choose. */
  const [entered, setEntered] = useState(false)

  const put = (next: string): void => {
    setText(next)
    onText?.(next)
    setAt(0)
    setMoved(false)
    setEntered(false)
  }
  const begun = useRef({ typed, put })
  // Drawn before another key can arrive: it would stand in a box that is still empty, and take the place of what was typed.
  useLayoutEffect(() => {
    const { text, enter } = begun.current.typed?.() ?? { text: '', enter: false }
    if (text === '') return
    begun.current.put(text)
    setEntered(enter)
  }, [])
  const chosen = useRef(onChoose)
  chosen.current = onChoose
  useEffect(() => {
    if (!entered || (!active && coming)) return
    setEntered(false)
    if (active) chosen.current(active)
  }, [entered, active, coming])

  const mark = (index: number): void => {
    setMoved(true)
    setAt(index)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = step(event.key, at, found.length)
    if (event.key === 'Enter' && active) onChoose(active)
    else if (event.key === 'Enter' && coming) setEntered(true)
    else if (to === undefined) return
    else mark(active ? to : 0)
    event.preventDefault()
  }
  return { text, found, active, put, mark, onKeyDown }
}

function step(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Keeps the marked line in sight, and takes the focus when it comes. */
export function useFinderFocus(activeId: string | undefined, first: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  useEffect(() => first.current?.focus(), [first])
}
