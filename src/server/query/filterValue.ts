import { endOfDay, startOfDay } from '../../base/calendar.ts'
import { parseDate } from '../../base/dates.ts'
import { jsonOfAddressText } from '../../kinds/addressText.ts'
import { ApiError } from '../error.ts'
import type { RegisterColumn } from './table.ts'

/** The value of a comparison as a query parameter; what the field's kind cannot be is refused, naming the field. */
export function filterValue(value: unknown, column: RegisterColumn): unknown {
  // Addresses write numbers and yes or no as text: `filter[where][ordem]=3`.
  const given = typeof value === 'string' ? jsonOfAddressText(value, column.field) : value
  const accepted = column.kind.accept(given, column.field)
  if (!accepted.ok) throw invalidFilterValue(column.name, accepted.error.code, accepted.error.params)
  return column.column.toRow(accepted.value, column.field)
}

/** A reply 400 that names the field and says why its value cannot be compared. */
export function invalidFilterValue(
  field: string,
  code: string,
  params: Readonly<Record<string, string | number>> = {},
): ApiError {
  return new ApiError(400, 'filter-value-invalid', { field }, [{ path: field, code, params }])
}

const isDay = (value: unknown): value is string => typeof value === 'string' && parseDate(value) === value

/** Days may stand for instants: a range that ends on a day holds its last moment. */
export function dayBounds(value: unknown, column: RegisterColumn, zone: string): readonly [unknown, unknown] | undefined {
  if (column.kind.time !== 'instant' || !isDay(value)) return undefined
  return [filterValue(startOfDay(value, zone), column), filterValue(endOfDay(value, zone), column)]
}
