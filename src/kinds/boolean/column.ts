import { SAME } from '../column.ts'
import type { Column } from '../kind.ts'

export const column: Column<boolean> = {
  sqlType: () => 'boolean',
  toRow: yes => yes,
  fromRow: raw => raw === true || raw === 't',
  operators: SAME,
}
