import type { Column } from '../kind.ts'
import { EQUALITY } from '../operators.ts'

export const column: Column<boolean> = {
  sqlType: () => 'boolean',
  toRow: yes => yes,
  // Statements that go together bring texts.
  fromRow: raw => raw === true || raw === 't' || raw === 'true',
  operators: EQUALITY,
}
