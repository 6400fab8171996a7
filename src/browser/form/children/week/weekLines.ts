import { kindByName } from '../../../../kinds/values.ts'
import type { WeekView } from '../../../../model/views/formView.ts'
import { addRow, changeRow, type DraftRow, type FieldValues, remainingRows, removeRow } from '../../draft/draftRows.ts'

/** Rows that say the same hours of several days, as one line. */
export interface WeekLine {
  readonly id: string
  /** Its rows, by their keys. */
  readonly keys: readonly string[]
  readonly days: readonly number[]
  readonly from: unknown
  readonly to: unknown
}

/** The line of each row, as long as the form is open: hours that are being typed may be those of another line for a moment. */
export type LineOfRow = ReadonlyMap<string, string>

const hoursOf = ({ values }: Pick<DraftRow, 'values'>, { from, to }: WeekView): string =>
  `${String(values[from] ?? '')} ${String(values[to] ?? '')}`

/** Gives rows that have no line yet the one with the same hours, or one of their own. */
export function withLines(known: LineOfRow, rows: readonly DraftRow[], week: WeekView): LineOfRow {
  const fresh = rows.filter(({ key }) => !known.has(key))
  if (fresh.length === 0) return known
  const lines = new Map(known)
  for (const row of fresh) {
    const hours = hoursOf(row, week)
    const alike = hours === ' ' ? undefined : rows.find(one => lines.has(one.key) && hoursOf(one, week) === hours)
    lines.set(row.key, alike ? (lines.get(alike.key) ?? row.key) : row.key)
  }
  return lines
}

/** Returns the lines of the rows that remain, in the order of their first rows. */
export function weekLines(rows: readonly DraftRow[], lines: LineOfRow, week: WeekView): WeekLine[] {
  const groups = Map.groupBy(remainingRows(rows), ({ key }) => lines.get(key) ?? key)
  return [...groups].map(([id, own]): WeekLine => {
    const days = new Set(own.flatMap(({ values }) => daysOfRow(values, week)))
    const { values = {} } = own[0] ?? {}
    return {
      id,
      keys: own.map(({ key }) => key),
      days: [...days].sort((a, b) => a - b),
      from: values[week.from] ?? null,
      to: values[week.to] ?? null,
    }
  })
}

/** The days of a row, which may pass the end of the week. */
function daysOfRow(values: FieldValues, { days: [first = '', last = ''] }: WeekView): number[] {
  const [from, to] = [values[first], values[last]]
  if (typeof from !== 'number' || typeof to !== 'number') return []
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7)
}

/** Days that follow each other, as first and last: Monday to Friday, and Sunday. No span passes the end of the week. */
export function spansOfDays(days: readonly number[]): [number, number][] {
  const spans: [number, number][] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last && day === last[1] + 1) last[1] = day
    else spans.push([day, day])
  }
  return spans
}

/** The rows with other days in a line: as many rows as spans, of which those that were there stay. */
export function withDays(
  rows: readonly DraftRow[],
  line: WeekLine,
  days: readonly number[],
  week: WeekView,
): { readonly rows: readonly DraftRow[]; readonly added: readonly string[] } {
  const [first = '', last = ''] = week.days
  const spans: FieldValues[] = spansOfDays(days).map(([from, to]) => ({ [first]: from, [last]: to }))
  // Without a day the hours stay, in a row that is not whole yet.
  if (spans.length === 0) spans.push({ [first]: null, [last]: null })
  const { values = {} } = rows.find(({ key }) => key === line.keys[0]) ?? {}
  let next = rows
  const added: string[] = []
  for (const [at, span] of spans.entries()) {
    const key = line.keys[at]
    if (key !== undefined) next = changeRow(next, key, span)
    else {
      const before = new Set(next.map(row => row.key))
      const { id: _, ...copied } = values
      next = addRow(next, { ...copied, ...span }, added.at(-1) ?? line.keys.at(-1))
      added.push(...next.flatMap(row => (before.has(row.key) ? [] : [row.key])))
    }
  }
  for (const key of line.keys.slice(spans.length)) next = removeRow(next, key)
  return { rows: next, added }
}

/** A line in words: 'Seg a Sex, 18:00–23:00'. */
export function weekLineText({ days, from, to }: Pick<WeekLine, 'days' | 'from' | 'to'>): string {
  const hours = [from, to].map(time => (typeof time === 'string' ? time : '')).join('–')
  return [kindByName('weekdays').format(days, { kind: 'weekdays', required: false }), hours === '–' ? '' : hours]
    .filter(text => text !== '')
    .join(', ')
}

/** The lines of saved rows in words, to be read. */
export function weekTexts(rows: readonly FieldValues[], week: WeekView): string[] {
  const drafts = rows.map((values, at): DraftRow => ({ key: String(at), values, base: values, removed: false }))
  return weekLines(drafts, withLines(new Map(), drafts, week), week).map(weekLineText)
}
