import type { Column } from '../kind.ts'
import { ORDERED } from '../operators.ts'

const two = (n: number): string => String(n).padStart(2, '0')

/** `date`. `pg` makes local midnights of dates unless told to leave them as text: both are read. */
export const column: Column<string> = {
  sqlType: () => 'date',
  toRow: date => date,
  fromRow: raw =>
    raw instanceof Date
      ? `${String(raw.getFullYear()).padStart(4, '0')}-${two(raw.getMonth() + 1)}-${two(raw.getDate())}`
      : `${raw}`.slice(0, 10),
  operators: ORDERED,
}
