import type { Column } from '../kind.ts'
import { SAME } from '../operators.ts'

export const column: Column<string> = {
  sqlType: () => 'text',
  toRow: url => url,
  fromRow: raw => `${raw}`,
  operators: SAME,
}
