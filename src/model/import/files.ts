import { writeCsv } from '../../base/csv.ts'
import type { Import, ImportColumn } from '../model.ts'
import { matchHeader } from './header.ts'
import type { RawTable } from './sheet.ts'

/** The sample file: every column that a file may bring, by the name that is always understood, with the definition's rows. */
export function sampleFile(load: Import): string {
  const shown = ({ name }: ImportColumn): boolean => load.sample.some(row => name in row)
  // Computed columns, and those read to compute them, are there where the definition's rows fill them in.
  const brought = (column: ImportColumn): boolean => shown(column) || (column.compute === undefined && !column.skip)
  const names = load.columns.filter(brought).map(column => column.name)
  const cell = (row: Readonly<Record<string, string>>, name: string): string => row[name] ?? ''
  return writeCsv([names, ...load.sample.map(row => names.map(name => cell(row, name)))], { spreadsheet: true })
}

/** Rows that were not saved, as they stand, each with why: to be put right in a spreadsheet and sent again. */
export const failedRowsFile = (
  header: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly reasons: readonly string[] }[],
  reasonTitle: string,
): string =>
  writeCsv(
    [
      [...header, reasonTitle],
      ...rows.map(({ cells, reasons }) => [...header.map((_, at) => cells[at] ?? ''), reasons.join(' ')]),
    ],
    {
      spreadsheet: true,
    },
  )

/** A file of such rows that comes back, without the reasons: they are no data. */
export function withoutReasonColumn(load: Import, table: RawTable, reasonTitle: string): RawTable {
  const { header, rows } = table
  if (header.at(-1) !== reasonTitle || matchHeader(load, header).at(-1) !== null) return table
  return { ...table, header: header.slice(0, -1), rows: rows.map(cells => cells.slice(0, -1)) }
}

/** The table with what the file's name says: a column for each that may stand there, where the file has none of it. */
export function withFileNameColumns(load: Import, table: RawTable, fileName: string): RawTable {
  const mapped = matchHeader(load, table.header)
  const said = load.columns.flatMap(({ name, title, fileName: pattern }) => {
    const text = pattern === undefined || mapped.includes(name) ? undefined : new RegExp(pattern, 'iu').exec(fileName)?.[1]
    return text === undefined ? [] : [{ title, text: text.toUpperCase() }]
  })
  if (said.length === 0) return table
  const { header, rows } = table
  const blank = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '')
  const whole = (cells: readonly string[]): string[] => [
    ...header.map((_, at) => cells[at] ?? ''),
    ...said.map(({ text }) => text),
  ]
  return {
    ...table,
    header: [...header, ...said.map(({ title }) => title)],
    rows: rows.map(cells => (blank(cells) ? cells : whole(cells))),
  }
}
