import { editDecimal, formatDecimal } from '../../base/number.ts'
import { decimalKind } from '../decimal/value.ts'
import type { Kind } from '../kind.ts'
import { evenRoom } from '../room.ts'

/** A percentage as people write it: 12.5 is 12,50%. A sum of percentages means nothing. */
export const value: Kind<number> = {
  ...decimalKind({ places: 2, sheet: 'money', format: (x, places) => `${formatDecimal(x, places)}%`, edit: x => editDecimal(x) }),
  sign: { after: '%' },
  room: () => evenRoom(3, 104, 110),
  sums: false,
}
