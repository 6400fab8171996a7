import { constants, deflateRawSync } from 'node:zlib'
import { writeCsv } from '../../../base/csv.ts'
import { asValue } from '../../../kinds/asValue.ts'
import type { ValueOptions } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { FileFormat } from './fileFormat.ts'
import { worksheetRows } from './worksheetXml.ts'

/** Some rows of a file, with what their columns hold. */
export interface SheetPart {
  readonly format: FileFormat
  readonly columns: readonly ValueOptions[]
  readonly zone: string
  readonly rows: readonly (readonly unknown[])[]
}

/** The same as bytes; of a workbook also packed, so that parts one behind the other are one stream. */
export interface WrittenPart {
  readonly plain: Uint8Array<ArrayBuffer>
  readonly packed?: Uint8Array<ArrayBuffer>
}

/** Little is won by packing harder, and the page waits. */
const level = 3

/** Runs in a worker thread: formats the rows, and packs those of a workbook. */
export function writeSheetPart({ format, columns, zone, rows }: SheetPart): WrittenPart {
  if (format === 'xlsx') return packPart(worksheetRows(rows, columns, zone))
  const lines = rows.map(row => row.map((value, at) => textAt(value, columns[at], zone)))
  return { plain: csvLines(lines) }
}

/** A part of a packed file; the last one ends the stream. */
export function packPart(text: string, isLast = false): Required<WrittenPart> {
  const plain = Buffer.from(text, 'utf8')
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
  return { plain, packed: deflateRawSync(plain, { level, finishFlush }) }
}

const mark = '\uFEFF'

/** As spreadsheets in Brazil open it: `;`, decimal comma; what would run as a formula is text. */
export const csvLines = (lines: string[][]): Buffer<ArrayBuffer> =>
  Buffer.from(`${writeCsv(lines, { spreadsheet: true }).slice(mark.length)}\r\n`, 'utf8')

const textAt = (value: unknown, column: ValueOptions | undefined, zone: string): string =>
  column ? exportedText(value, column, zone) : ''

/** The text of a value as a CSV holds it: without currency sign, readable again. */
export const exportedText = (value: unknown, field: ValueOptions, zone: string): string => {
  const kind = kindByName(field.kind)
  const [given, options] = [asValue(value), { ...field, zone }]
  return kind.exported?.(given, options) ?? kind.edit(given, options)
}
