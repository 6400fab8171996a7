import { membersOf, recordsIn } from '../../../base/record.ts'
import { foldText } from '../../../base/text.ts'
import type { BoardView } from '../../../model/screen.ts'

/** A row of a board with what its text filter reads. */
export interface BoardRow {
  readonly key: string
  readonly values: Readonly<Record<string, unknown>>
  readonly words: string
}

/** The rows of a reply. */
export function boardRows(reply: unknown, { rows, key, search }: BoardView): BoardRow[] {
  return recordsIn(membersOf(reply)[rows]).map((values, at) => ({
    // Two rows that say the same key are two cards all the same.
    key: `${values[key] ?? ''} ${at}`,
    values,
    words: foldText(search.flatMap(name => textsAt(values, name)).join('\n')),
  }))
}

function textsAt(values: Readonly<Record<string, unknown>>, name: string): string[] {
  const [first = '', rest] = name.split('.')
  const found = rest === undefined ? [values[first]] : recordsIn(values[first]).map(row => row[rest])
  return found.flatMap(value => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []))
}

/** The rows in which every word of the text stands. */
export function foundRows(rows: readonly BoardRow[], text: string): readonly BoardRow[] {
  const wanted = foldText(text).split(/\s+/).filter(Boolean)
  return wanted.length === 0 ? rows : rows.filter(({ words }) => wanted.every(word => words.includes(word)))
}

/** Whole minutes since a moment; undefined where it is none. */
export function minutesSince(moment: unknown, now: number): number | undefined {
  const time = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, Math.floor((now - time) / 60_000))
}
