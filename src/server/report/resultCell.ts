import { roundDigits } from '../../base/digits.ts'
import { columnOf } from '../../kinds/columns.ts'
import { decimalPlacesOf } from '../../kinds/numbers.ts'
import type { ResultColumn } from '../../model/report.ts'

/** The exact digits of a number as PostgreSQL sent it, with the places of its column. Nothing for an empty one. */
export function resultDigits(raw: unknown, places: number): string | undefined {
  return raw === null || raw === undefined ? undefined : roundDigits(String(raw), places)
}

/** How a value of a column is written in JSON. */
export function jsonWriterOf(column: ResultColumn): (raw: unknown) => string {
  if (column.hidden) return () => 'null'
  const places = decimalPlacesOf(column)
  if (places !== undefined) return raw => resultDigits(raw, places) ?? 'null'
  const { fromRow } = columnOf(column.kind)
  return raw => (raw === null || raw === undefined ? 'null' : JSON.stringify(fromRow(raw, column)))
}

/** A value of a column as the writer of a file takes it. */
export function cellReaderOf(column: ResultColumn): (raw: unknown) => unknown {
  const places = decimalPlacesOf(column)
  const read = places === undefined ? columnOf(column.kind).fromRow : (raw: unknown) => Number(resultDigits(raw, places))
  return raw => (raw === null || raw === undefined ? null : read(raw, column))
}
