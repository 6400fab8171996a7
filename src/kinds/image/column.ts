import type { Column } from '../kind.ts'
import { EQUALITY } from '../operators.ts'

export const column: Column<string> = {
  sqlType: () => 'text',
  toRow: url => url,
  fromRow: raw => `${raw}`,
  operators: EQUALITY,
}
