import { type Row, restoreRow } from '../edit/rows.ts'

type Rows = readonly Row[]

/** The steps of a child list, to be taken back and done again. */
export interface Past {
  /** Remembers the rows as they are before a change. */
  keep(): void
  /** The next change belongs to the last one. */
  join(): void
  undo(): true | undefined
  redo(): true | undefined
}

/** Steps remembered. */
const most = 100

export function createPast(now: () => Rows, put: (rows: Rows) => void): Past {
  let before: Rows[] = []
  let after: Rows[] = []
  let joined = false
  const step = (from: Rows[], to: Rows[]): true | undefined => {
    const rows = from.pop()
    if (!rows) return undefined
    to.push(now())
    put(asStored(rows, now()))
    return true
  }
  return {
    keep() {
      if (!joined) before = [...before.slice(1 - most), now()]
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

/**
 * Rows of an earlier moment over what the server has now, for the record may have been saved in between: a row that it got
 * meanwhile is the same one and not a second, one that it got and that was not there is to be removed, and one that it lost is new.
 */
export function asStored(rows: Rows, now: Rows): Rows {
  const current = new Map(now.map(row => [row.key, row]))
  const kept = new Set(rows.map(row => row.key))
  return [
    ...rows.map((row): Row => {
      const { base } = current.get(row.key) ?? {}
      return base === row.base ? row : { ...row, base, removed: row.removed && base !== undefined }
    }),
    ...now.flatMap((row): Rows => (kept.has(row.key) || row.base === undefined ? [] : [{ ...row, removed: true }])),
  ]
}

/** A removed row back where it was, whatever was done to the others since. */
export function putBack(rows: Rows, row: Row, before: string | undefined): Rows {
  if (rows.some(one => one.key === row.key)) return restoreRow(rows, row.key)
  const at = rows.findIndex(one => one.key === before)
  // The record was saved without it: it is a new one.
  return rows.toSpliced(at < 0 ? rows.length : at, 0, { ...row, base: undefined, removed: false })
}
