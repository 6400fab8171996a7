import type { Column } from '../kind.ts'
import { TEXTUAL } from '../operators.ts'

/** As wide as the key it points to: `bigint`, or `text` for registers whose key people write. */
export const column: Column<string | number> = {
  sqlType: o => (o.reference?.textKey ? 'text' : 'bigint'),
  toRow: key => key,
  fromRow: (raw, o) => (o.reference?.textKey ? `${raw}` : Number(raw)),
  operators: TEXTUAL,
  searchText: name => `${name}::text`,
}
