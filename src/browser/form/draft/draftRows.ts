import type { Register } from '../../../model/model.ts'
import { isSystemField } from '../../../model/register.ts'

/** A record or row as it travels. */
export type FieldValues = Readonly<Record<string, unknown>>

export const isFieldValues = (value: unknown): value is FieldValues => typeof value === 'object' && value !== null

/** A row of a child list while its record is edited. */
export interface DraftRow {
  /** Stays while the row is moved, edited and saved again; never sent. */
  readonly key: string
  readonly values: FieldValues
  /** As the server has it; undefined for a row that it does not have yet. */
  readonly base: FieldValues | undefined
  /** Taken out, but still there to be taken back until the record is saved. */
  readonly removed: boolean
}

let last = 0
const newKey = (): string => {
  last += 1
  return `new${last}`
}

/** Rows of a saved record. */
export function toDraftRows(value: unknown): readonly DraftRow[] {
  if (!Array.isArray(value)) return []
  return value.map((item: FieldValues) => {
    const saved = item.id !== undefined && item.id !== null
    return { key: saved ? `id${String(item.id)}` : newKey(), values: item, base: saved ? item : undefined, removed: false }
  })
}

/** Rows kept from an earlier visit: keys of unsaved ones are given anew, since this visit counts from the start. */
export const rekeyRows = (rows: readonly DraftRow[]): readonly DraftRow[] =>
  rows.map(row => (row.base === undefined ? { ...row, key: newKey() } : row))

/** A row that the server does not have yet. */
export const newRow = (values: FieldValues): DraftRow => ({ key: newKey(), values, base: undefined, removed: false })

/** A new row at the end, or after the row of a key. */
export function addRow(rows: readonly DraftRow[], values: FieldValues, after?: string): readonly DraftRow[] {
  const row = newRow(values)
  const at = rows.findIndex(other => other.key === after)
  return at < 0 ? [...rows, row] : rows.toSpliced(at + 1, 0, row)
}

export const changeRow = (rows: readonly DraftRow[], key: string, change: FieldValues): readonly DraftRow[] =>
  rows.map(row => (row.key === key ? { ...row, values: { ...row.values, ...change } } : row))

/** Marks a saved row as removed, so that it can be taken back; a row that was never saved just goes. */
export const removeRow = (rows: readonly DraftRow[], key: string): readonly DraftRow[] =>
  rows.flatMap(row => (row.key !== key ? [row] : row.base === undefined ? [] : [{ ...row, removed: true }]))

export const restoreRow = (rows: readonly DraftRow[], key: string): readonly DraftRow[] =>
  rows.map(row => (row.key === key ? { ...row, removed: false } : row))

/** Moves a row past its next kept neighbour: -1 up, 1 down. */
export function moveRow(rows: readonly DraftRow[], key: string, by: -1 | 1): readonly DraftRow[] {
  const from = rows.findIndex(row => row.key === key)
  const row = rows[from]
  if (!row) return rows
  let to = from + by
  while (rows[to]?.removed) to += by
  return to < 0 || to >= rows.length ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/** Puts a row before the row of a key, or last. */
export function moveRowBefore(rows: readonly DraftRow[], key: string, before: string | undefined): readonly DraftRow[] {
  const row = rows.find(one => one.key === key)
  if (!row || key === before) return rows
  const others = rows.filter(one => one !== row)
  const at = others.findIndex(one => one.key === before)
  return at < 0 ? [...others, row] : others.toSpliced(at, 0, row)
}

/** A new row like the one of a key, behind it: with what a person filled in and what may be copied. */
export function duplicateRow(rows: readonly DraftRow[], key: string, { fields }: Pick<Register, 'fields'>): readonly DraftRow[] {
  const row = rows.find(one => one.key === key)
  if (!row) return rows
  const names = fields
    .filter(field => field.clone && !isSystemField(field.name))
    .flatMap(({ name, reference }) => (reference ? [name, reference.as] : [name]))
  return addRow(rows, Object.fromEntries(names.filter(name => name in row.values).map(name => [name, row.values[name]])), key)
}

/** Rows that the record will hold, in their order: positions in problems count these. */
export const remainingRows = (rows: readonly DraftRow[]): readonly DraftRow[] => rows.filter(row => !row.removed)

const seen = new WeakMap<readonly DraftRow[], readonly FieldValues[]>()

/** The records that the rows will be, as expressions see them: the same array as long as the rows are the same. */
export function rowRecords(rows: readonly DraftRow[]): readonly FieldValues[] {
  const known = seen.get(rows)
  if (known) return known
  const records = remainingRows(rows).map(row => row.values)
  seen.set(rows, records)
  return records
}

/** The rows with the records that were computed of those that remain; the same rows where nothing changed. */
export function withRecords(rows: readonly DraftRow[], records: readonly FieldValues[]): readonly DraftRow[] {
  let at = 0
  const next = rows.map(row => {
    if (row.removed) return row
    const values = records[at] ?? row.values
    at += 1
    return values === row.values ? row : { ...row, values }
  })
  return next.every((row, place) => row === rows[place]) ? rows : next
}

/** Rows as a body carries them: kept ones in order, then the removed ones with their mark. */
export const rowsBody = (rows: readonly DraftRow[], body: (row: DraftRow) => FieldValues): readonly FieldValues[] => [
  ...remainingRows(rows).map(body),
  ...rows.filter(row => row.removed).map(row => ({ id: row.base?.id, deletar: true })),
]
