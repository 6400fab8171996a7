import { SAME } from '../column.ts'
import type { Column } from '../kind.ts'

export const column: Column<string> = {
  sqlType: () => 'text',
  toRow: url => url,
  fromRow: raw => `${raw}`,
  operators: SAME,
}
