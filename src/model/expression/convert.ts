import { asValue } from '../../kinds/asValue.ts'
import type { ExpressionType, Value, ValueOptions } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import { CelDecimal, zeroDecimal } from './celDecimal.ts'

const scalarTypes = ['string', 'int', 'decimal', 'bool'] as const

/** The types of expressions that are one plain value. */
export type ScalarType = (typeof scalarTypes)[number]

export const isScalarType = (type: string | undefined): type is ScalarType => scalarTypes.some(each => each === type)

/** A record's value inside an expression: an empty one is its type's zero. */
export function toCel(value: unknown, type: ExpressionType): unknown {
  switch (type) {
    case 'string':
      return value === null || value === undefined ? '' : String(value)
    case 'int':
      return wholeOf(value)
    case 'decimal':
      return typeof value === 'number' && Number.isFinite(value) ? new CelDecimal(value) : zeroDecimal
    case 'bool':
      return value === true
    case 'list<int>':
      return Array.isArray(value) ? value.map(wholeOf) : []
    case 'list<string>':
      return Array.isArray(value) ? value.map(String) : []
    case 'map':
      return jsonToCel(typeof value === 'object' && value !== null ? value : {})
  }
}

/** The value of a field inside an expression, as its kind stands there. */
export function fieldToCel(value: unknown, field: ValueOptions): unknown {
  const kind = kindByName(field.kind)
  const empty = value === null || value === undefined
  return toCel(empty || !kind.inExpression ? value : kind.inExpression(asValue(value)), kind.expressionType(field))
}

function wholeOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isFinite(value)) return BigInt(Math.trunc(value))
  return typeof value === 'string' && /^-?\d{1,18}$/.test(value) ? BigInt(value) : 0n
}

/** Any JSON inside an expression, where no type is declared: replies of calls. */
export function jsonToCel(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : new CelDecimal(value)
  if (Array.isArray(value)) return value.map(jsonToCel)
  if (value !== null && typeof value === 'object')
    return new Map(Object.entries(value).map(([key, each]) => [key, jsonToCel(each)]))
  return value === undefined ? null : value
}

/** Returns the result of an expression, as JSON. */
export function fromCel(value: unknown): Value | readonly unknown[] | Readonly<Record<string, unknown>> {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof CelDecimal) return value.number
  if (Array.isArray(value)) return value.map(fromCel)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [String(key), fromCel(each)]))
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromCel(each)]))
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
