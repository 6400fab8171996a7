import { writeCsv } from '../../../base/csv.ts'
import { exportedText } from './exportColumns.ts'
import type { FileColumn, FileWriter } from './fileWriter.ts'

const MARK = '\uFEFF'

/** CSV as spreadsheets in Brazil open it: UTF-8 with its mark, `;`, decimal comma; what would run as a formula is text. */
export function csvWriter(columns: readonly FileColumn[], zone: string): FileWriter {
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

const textAt = (value: unknown, column: FileColumn | undefined, zone: string): string =>
  column ? exportedText(value, column.field, zone) : ''
