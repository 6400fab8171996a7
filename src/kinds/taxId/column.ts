import { TEXTUAL } from '../column.ts'
import type { Column } from '../kind.ts'

export const column: Column<string> = {
  sqlType: () => 'text',
  toRow: id => id,
  fromRow: raw => `${raw}`,
  operators: TEXTUAL,
}
