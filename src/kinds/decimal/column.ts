import type { Column, Kind } from '../kind.ts'
import { ORDERED } from '../operators.ts'
import { value } from './value.ts'

/** `numeric`: exact. 18 digits hold the 15 of our numbers with any places. */
export const decimalColumn = ({ places }: Pick<Kind<number>, 'places'>): Column<number> => ({
  sqlType: o => `numeric(18,${places?.(o) ?? 0})`,
  toRow: x => x,
  fromRow: Number,
  operators: ORDERED,
  searchText: name => `${name}::text`,
})

export const column = decimalColumn(value)
