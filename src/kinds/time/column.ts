import type { Column } from '../kind.ts'
import { ORDERED } from '../operators.ts'

export const column: Column<string> = {
  sqlType: () => 'time',
  toRow: time => time,
  fromRow: raw => `${raw}`.slice(0, 5),
  operators: ORDERED,
}
