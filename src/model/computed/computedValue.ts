import { roundHalfEven } from '../../base/decimal.ts'
import { decimalPlacesOf } from '../../kinds/numbers.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field } from '../model.ts'

/** Places of a number that its kind does not round: a text key, a choice. */
const unrounded = 6

/** What an expression has yielded, as the field keeps it: rounded to its places, and what has no value is empty. */
export function computedValue(field: Field, value: unknown): unknown {
  if (typeof value === 'number') return roundHalfEven(value, decimalPlacesOf(field) ?? unrounded)
  if (value !== undefined && value !== null && value !== '') return value
  const { alwaysSet, zero = null } = kindByName(field.kind)
  return alwaysSet ? zero : null
}
