import { fail, ok, type Result } from '../../base/result.ts'
import { hasDecimals, withoutNumberFormat } from '../../base/sheetNumber.ts'
import { foldText, tidyBlanks } from '../../base/text.ts'
import type { Value, ValueProblem } from '../../kinds/kind.ts'
import { decimalPlacesOf } from '../../kinds/numbers.ts'
import { kindByName } from '../../kinds/values.ts'
import { formatMessage } from '../formatMessage.ts'
import type { ImportColumn, Model } from '../model.ts'
import { isBlankValue } from './columns.ts'
import { readNumber } from './number.ts'

type Read = Result<Value, ValueProblem>

/** The text of a cell; none for one that says in another program's words that there is none. */
export function importCellText({ blanks }: ImportColumn, cell: string): string {
  const text = cell.trim()
  return blanks?.some(blank => foldText(blank) === foldText(text)) ? '' : text
}

/** The value of a cell; its problem names the column and the line of the file, in the document's words. */
export function readImportCell(model: Model, column: ImportColumn, text: string, line: number): Read {
  const prepared = prepare(column, text)
  if (prepared === '') return ok(emptyImportValue(column))
  const read = understood(model, column, prepared, line)
  return read.ok || !column.drop ? read : ok(emptyImportValue(column))
}

function understood(model: Model, column: ImportColumn, text: string, line: number): Read {
  const places = decimalPlacesOf(column)
  if (places !== undefined) return readNumberCell(model, column, places, text, line)
  // Other programs write 0 where they refer to nothing.
  if (column.reference && !column.reference.textKey && /^0+$/.test(text)) return ok(emptyImportValue(column))
  const read = kindByName(column.kind).parse(text, column)
  if (!read.ok) return unlike(model, column, line, read.error)
  return checked(model, column, read.value, line)
}

/** A value that was computed from others, brought to its stored form and checked. */
export function acceptImportValue(model: Model, column: ImportColumn, value: unknown, line: number): Read {
  if (value === null || value === undefined || value === '') return ok(null)
  const accepted = kindByName(column.kind).accept(value, column)
  if (!accepted.ok) return unlike(model, column, line, accepted.error)
  return checked(model, column, accepted.value, line)
}

/** The text that is read: a prefix without digits and the marks of a code dropped, zeros put before. A text without digits is left to its kind to refuse. */
function prepare(column: ImportColumn, text: string): string {
  const trimmed = isCode(column) ? withoutNumberFormat(tidyBlanks(text).trim()) : text.trim()
  const stripped = column.stripPrefix && /\d/.test(trimmed) ? trimmed.replace(/^\D+/, '') : trimmed
  const code = column.pad !== undefined && column.reference?.textKey ? withoutMarks(stripped) : stripped
  return column.pad === undefined || code === '' ? code : code.padStart(column.pad, '0')
}

/** A key of digits as it is kept: '2106.90.90' -> '21069090'. Its kind keeps any text, so its marks would name another record. */
const withoutMarks = (text: string): string =>
  /^\d[\d\s./-]*$/.test(text) && !hasDecimals(text) ? text.replace(/\D/g, '') : text

/** Tells whether a column holds codes or keys, which a sheet may have taken for numbers. */
const isCode = ({ stripPrefix, pad, choices, reference, refine }: ImportColumn): boolean =>
  stripPrefix || pad !== undefined || choices !== undefined || reference !== undefined || refine?.keep === 'digits'

/** Returns the meaning of an empty cell: the default, else 0 for a number, no for a yes-or-no, nothing for the rest. */
export function emptyImportValue(column: ImportColumn): Value {
  if (!isBlankValue(column.default)) return column.default ?? null
  if (column.required || column.byDefault) return null
  return kindByName(column.kind).zero ?? null
}

function readNumberCell(model: Model, column: ImportColumn, places: number, text: string, line: number): Read {
  // Characters that are no part of a number are dropped.
  const number = readNumber(text, places)
  if (number === undefined) return fail({ code: 'import.number-invalid', params: { title: column.title, n: line, v: text } })
  return acceptImportValue(model, column, number, line)
}

function checked(model: Model, column: ImportColumn, value: Value, line: number): Read {
  const problem = value === null ? undefined : kindByName(column.kind).check(value, column)
  return problem ? unlike(model, column, line, problem) : ok(value)
}

const unlike = (model: Model, column: ImportColumn, n: number, { code, params }: ValueProblem): Read =>
  fail({ code: 'import.cell-invalid', params: { title: column.title, n, message: formatMessage(model, code, params) } })
