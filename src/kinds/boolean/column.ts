import type { Column } from '../kind.ts'
import { EQUALITY } from '../operators.ts'

export const column: Column<boolean> = {
  sqlType: () => 'boolean',
  toRow: yes => yes,
  fromRow: raw => raw === true || raw === 't',
  operators: EQUALITY,
}
