import { roundDigits } from '../../base/digits.ts'
import { columnOf } from '../../kinds/columns.ts'
import { placesOfField } from '../../kinds/decimal/value.ts'
import type { KindName } from '../../kinds/kind.ts'
import type { ResultColumn } from '../../model/report.ts'

const decimals: ReadonlySet<KindName> = new Set(['decimal', 'money', 'percent'])

/** Places that a column's numbers keep; undefined for what is no number. */
export const resultColumnPlaces = (column: ResultColumn): number | undefined =>
  column.kind === 'integer' ? 0 : decimals.has(column.kind) ? placesOfField(column) : undefined

/** The exact digits of a number as PostgreSQL sent it, with the places of its column. Nothing for an empty one. */
export function resultDigits(raw: unknown, places: number): string | undefined {
  return raw === null || raw === undefined ? undefined : roundDigits(String(raw), places)
}

/** How a value of a column is written in JSON. */
export function jsonWriterOf(column: ResultColumn): (raw: unknown) => string {
  const places = resultColumnPlaces(column)
  if (places !== undefined) return raw => resultDigits(raw, places) ?? 'null'
  // Statements that go together bring texts.
  if (column.kind === 'boolean') return raw => (raw === null || raw === undefined ? 'null' : `${raw === true || raw === 'true'}`)
  const { fromRow } = columnOf(column.kind)
  return raw => (raw === null || raw === undefined ? 'null' : JSON.stringify(fromRow(raw, column)))
}
