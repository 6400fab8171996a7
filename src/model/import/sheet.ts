import type { Import } from '../model.ts'
import type { Problem } from '../problem.ts'
import { type ColumnMapping, missingColumns } from './header.ts'
import type { RowReader } from './row.ts'

/** One line of the file on its way: its text, and what is wrong with it. */
export interface SheetRow {
  readonly id: string
  /** Line of the file; the header is 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly key: string | undefined
  readonly rowKey?: string
  readonly problems: readonly Problem[]
}

/** The texts of a file before its rows are understood. */
export interface RawTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly lines: readonly number[]
}

/** Rows between two looks at the clock. */
const STEP = 50

/** Reads the rows a few at a time, so that whoever asks may do something else in between; gives them all in the end. */
export function* readSheet(
  lines: readonly { readonly cells: readonly string[]; readonly line: number }[],
  read: RowReader,
): Generator<number, SheetRow[]> {
  const rows: SheetRow[] = []
  for (const { cells, line } of lines) {
    if (cells.every(cell => cell.trim() === '')) continue
    rows.push(readSheetRow(cells, line, read))
    if (rows.length % STEP === 0) yield rows.length
  }
  return rows
}

export function readSheetRow(cells: readonly string[], line: number, read: RowReader): SheetRow {
  const { problems, key, rowKey } = read(cells, line)
  return { id: String(line), line, cells, key, problems, ...(rowKey === undefined ? {} : { rowKey }) }
}

/** The row with other texts in some cells, by the column of the file. */
export function editCells(row: SheetRow, texts: ReadonlyMap<number, string>, read: RowReader): SheetRow {
  const width = Math.max(row.cells.length, ...[...texts.keys()].map(index => index + 1))
  const cells = Array.from({ length: width }, (_, at) => texts.get(at) ?? row.cells[at] ?? '')
  return readSheetRow(cells, row.line, read)
}

/** Rows whose key a line before them has already (also a line that is saved by now), with that line: row id -> line. */
export function repeatedRows(rows: readonly SheetRow[], saved: ReadonlyMap<string, number> = new Map()): Map<string, number> {
  const first = new Map<string, number>()
  const repeats = new Map<string, number>()
  for (const row of rows) {
    const { id, line } = row
    const key = repeatKey(row)
    if (key === undefined) continue
    const before = saved.get(key) ?? first.get(key)
    if (before === undefined) first.set(key, line)
    else repeats.set(id, before)
  }
  return repeats
}

/** Returns the key that no two lines of a file may share. */
export const repeatKey = ({ key, rowKey }: Pick<SheetRow, 'key' | 'rowKey'>): string | undefined => rowKey ?? key

/** The problem of a repeated row. */
export const repeatProblem = (load: Import, line: number): Problem => ({
  path: (load.list?.key ?? load.keys[0])?.[0] ?? '',
  code: 'import.repeated',
  params: { n: line },
})

/** The file's columns with those added that every row must bring and the file lacks, so that they can be filled in. */
export function withMissingColumns(
  load: Import,
  header: readonly string[],
  mapping: ColumnMapping,
): { header: readonly string[]; mapping: ColumnMapping } {
  const missing = missingColumns(load, mapping)
  return {
    header: [...header, ...missing.map(column => column.title)],
    mapping: [...mapping, ...missing.map(column => column.name)],
  }
}

/** The day on which the table that the rows hold is over, when it is: the latest of the warned column. */
export function expiredOn(
  load: Import,
  mapping: ColumnMapping,
  rows: readonly SheetRow[],
  read: RowReader,
  today: string,
): string | undefined {
  const field = load.warn?.field
  if (field === undefined || !mapping.includes(field)) return undefined
  const index = mapping.indexOf(field)
  // The column holds few different days in many rows: each text is understood once.
  const days = new Map<string, string>()
  for (const row of rows) {
    const text = row.cells[index] ?? ''
    if (days.has(text)) continue
    const value = read(row.cells, row.line).values[field]
    days.set(text, typeof value === 'string' ? value : '')
  }
  const latest = [...days.values()].sort().at(-1) ?? ''
  return latest !== '' && latest < today ? latest : undefined
}
