import { ORDERED } from '../column.ts'
import type { Column } from '../kind.ts'

export const column: Column<string> = {
  sqlType: () => 'time',
  toRow: time => time,
  fromRow: raw => `${raw}`.slice(0, 5),
  operators: ORDERED,
}
