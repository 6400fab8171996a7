import { writeCsv } from '../../base/csv.ts'
import { type ExportColumn, textOf } from './columns.ts'
import type { Writer } from './writer.ts'

const MARK = '\uFEFF'

/** CSV as spreadsheets in Brazil open it: UTF-8 with its mark, `;`, decimal comma; what would run as a formula is text. */
export function csvWriter(columns: readonly ExportColumn[], zone: string): Writer {
  const bytes = (rows: string[][], first: boolean): Uint8Array => {
    const text = writeCsv(rows, { spreadsheet: true })
    return Buffer.from(`${first ? text : text.slice(MARK.length)}\r\n`, 'utf8')
  }
  return {
    start: titles => bytes([[...titles]], true),
    rows: rows =>
      bytes(
        rows.map(row => row.map((value, at) => textAt(value, columns[at], zone))),
        false,
      ),
    end: () => new Uint8Array(),
  }
}

const textAt = (value: unknown, column: ExportColumn | undefined, zone: string): string =>
  column ? textOf(value, column.field, zone) : ''
