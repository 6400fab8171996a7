import { type DraftRow, restoreRow } from '../draft/draftRows.ts'
import type { UnreadableText } from '../draft/recordDraft.ts'

type Rows = readonly DraftRow[]

/** A child list at one moment: its rows, and by place what stands in their cells and cannot be read. */
export interface ChildListSnapshot {
  readonly rows: Rows
  readonly unread: Readonly<Record<string, UnreadableText>>
}

/** The steps of a child list, to be taken back and done again. */
export interface ChildListUndo {
  /** Remembers the list as it is before a change, or as it was when that began. */
  keep(begun?: ChildListSnapshot): void
  /** The next change belongs to the last one. */
  join(): void
  undo(): true | undefined
  redo(): true | undefined
}

/** Steps remembered. */
const most = 100

export function createChildListUndo(now: () => ChildListSnapshot, put: (moment: ChildListSnapshot) => void): ChildListUndo {
  let before: ChildListSnapshot[] = []
  let after: ChildListSnapshot[] = []
  let joined = false
  const step = (from: ChildListSnapshot[], to: ChildListSnapshot[]): true | undefined => {
    const moment = from.pop()
    if (!moment) return undefined
    to.push(now())
    put({ ...moment, rows: asStored(moment.rows, now().rows) })
    return true
  }
  return {
    keep(begun = now()) {
      const last = before.at(-1)
      // A text that could not be read has become a value: one step, and not one that changes nothing.
      if (!joined && !(last && isAlike(last, begun))) before = [...before.slice(1 - most), begun]
      joined = false
      after = []
    },
    join() {
      joined = true
    },
    undo: () => step(before, after),
    redo: () => step(after, before),
  }
}

const isAlike = (a: ChildListSnapshot, b: ChildListSnapshot): boolean => {
  const places = Object.keys(a.unread)
  return (
    a.rows === b.rows &&
    places.length === Object.keys(b.unread).length &&
    places.every(place => a.unread[place] === b.unread[place])
  )
}

/**
 * Rows of an earlier moment over what the server has now, for the record may have been saved in between: a row that it got
 * meanwhile is the same one and not a second, one that it got and that was not there is to be removed, and one that it lost is new.
 */
export function asStored(rows: Rows, now: Rows): Rows {
  const current = new Map(now.map(row => [row.key, row]))
  const kept = new Set(rows.map(row => row.key))
  return [
    ...rows.map((row): DraftRow => {
      const { base } = current.get(row.key) ?? {}
      return base === row.base ? row : { ...row, base, removed: row.removed && base !== undefined }
    }),
    ...now.flatMap((row): Rows => (kept.has(row.key) || row.base === undefined ? [] : [{ ...row, removed: true }])),
  ]
}

/** A removed row back where it was, whatever was done to the others since. */
export function putBack(rows: Rows, row: DraftRow, before: string | undefined): Rows {
  if (rows.some(one => one.key === row.key)) return restoreRow(rows, row.key)
  const at = rows.findIndex(one => one.key === before)
  // The record was saved without it: it is a new one.
  return rows.toSpliced(at < 0 ? rows.length : at, 0, { ...row, base: undefined, removed: false })
}
