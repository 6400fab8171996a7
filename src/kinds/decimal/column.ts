import type { Column } from '../kind.ts'
import { ORDERED } from '../operators.ts'
import { placesOfField } from './value.ts'

/** `numeric`: exact. 18 digits hold the 15 of our numbers with any places. */
export const column: Column<number> = {
  sqlType: o => `numeric(18,${placesOfField(o)})`,
  toRow: x => x,
  fromRow: Number,
  operators: ORDERED,
}
