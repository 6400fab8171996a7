import type { Column } from '../kind.ts'
import { TEXTUAL } from '../operators.ts'

export const column: Column<string> = {
  sqlType: () => 'text',
  toRow: id => id,
  fromRow: raw => `${raw}`,
  operators: TEXTUAL,
  searchText: name => `${name}::text`,
}
