import { useState } from 'react'
import { useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget } from '../kind.ts'
import { useOptions } from './useOptions.ts'

/** The typed text, and where the list stands while a record is searched for. */
interface Search {
  readonly text: string
  readonly open: boolean
  /** -1: no line is marked, so Enter chooses none. */
  readonly active: number
  /** Somebody went to the marked line: it is not marked for being the first. */
  readonly chosen?: true
}

const closed: Search = { text: '', open: false, active: -1 }

/** The list under a reference: what is searched for, what was found, and which line is marked. */
export function useReferenceSearch(target: ReferenceTarget) {
  const around = useInputServices()
  const [search, setSearch] = useState(closed)
  const found = useOptions(target, search.text, search.open)
  const mayCreate = around.create !== undefined && (around.mayCreate?.(target.to) ?? false)
  const create =
    mayCreate && found.state !== 'searching'
      ? search.text.trim() === ''
        ? around.say('create-new')
        : around.say('create-text', { text: search.text.trim() })
      : undefined
  const last = found.options.length - (create === undefined ? 1 : 0)
  return {
    ...search,
    found,
    /** Text of the line that creates a record; absent when the user may not. */
    create,
    /** Opens the list for a text. */
    seek: (text: string, active: number): void => setSearch({ text, open: true, active }),
    close: (): void => setSearch(closed),
    mark: (at: number): void => setSearch(now => ({ ...now, active: at, chosen: true })),
    move: (by: number): void =>
      setSearch(now => ({
        ...now,
        chosen: true,
        active: last < 0 ? -1 : (Math.max(now.active, by < 0 ? 0 : -1) + by + last + 1) % (last + 1),
      })),
  }
}
