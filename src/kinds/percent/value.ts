import { editDecimal, formatDecimal } from '../../base/number.ts'
import { decimalKind } from '../decimal/value.ts'
import type { Kind } from '../kind.ts'

/** A percentage as people write it: 12.5 is 12,50%. A sum of percentages means nothing. */
export const value: Kind<number> = {
  ...decimalKind({ places: 2, format: (x, places) => `${formatDecimal(x, places)}%`, edit: x => editDecimal(x) }),
  sums: false,
}
