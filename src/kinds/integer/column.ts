import type { Column } from '../kind.ts'
import { ORDERED } from '../operators.ts'
import { isLong } from './value.ts'

/** `integer`, or `bigint` where the limits ask for it. */
export const column: Column<number> = {
  sqlType: o => (isLong(o) ? 'bigint' : 'integer'),
  toRow: x => x,
  fromRow: Number,
  operators: ORDERED,
  searchText: name => `${name}::text`,
}
