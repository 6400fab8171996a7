import { endOfDay, startOfDay } from '../../base/dates.ts'
import { ApiError } from '../error.ts'
import type { RegisterColumn } from './table.ts'

/** A number or a yes/no written as text, as addresses do: `filter[where][ordem]=3`. */
function fromText(value: unknown, column: RegisterColumn): unknown {
  if (typeof value !== 'string') return value
  const type = column.kind.expressionType(column.field)
  if ((type === 'int' || type === 'decimal') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'bool' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** The value of a comparison as a query parameter; what the field's kind cannot be is refused, naming the field. */
export function filterValue(value: unknown, column: RegisterColumn): unknown {
  const accepted = column.kind.accept(fromText(value, column), column.field)
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

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Days may stand for instants: a range that ends on a day holds its last moment. */
export function dayBounds(value: unknown, column: RegisterColumn, zone: string): readonly [unknown, unknown] | undefined {
  if (column.field.kind !== 'dateTime' || !isDay(value)) return undefined
  return [filterValue(startOfDay(value, zone), column), filterValue(endOfDay(value, zone), column)]
}
