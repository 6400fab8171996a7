import { roundHalfEven } from '../../base/decimal.ts'
import { decimalPlacesOf } from '../../kinds/numbers.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field } from '../model.ts'

/** Places of a number that its kind does not round: a text key, a choice. */
const unrounded = 6

/** Returns the result of an expression as the field keeps it: rounded to its places, and empty where it has no value. */
export function computedValue(field: Field, value: unknown): unknown {
  if (typeof value === 'number') return roundHalfEven(value, decimalPlacesOf(field) ?? unrounded)
  if (value !== undefined && value !== null && value !== '') return value
  const { alwaysSet, zero = null } = kindByName(field.kind)
  return alwaysSet ? zero : null
}
