import type { Column } from '../kind.ts'
import { TEXTUAL } from '../operators.ts'

/** `text`; a code of digits is a `bigint`, so that it sorts as a number. */
export const column: Column<string> = {
  sqlType: o => (o.refine?.numeric ? 'bigint' : 'text'),
  toRow: (text, o) => (text === '' && o.refine?.numeric ? null : text),
  fromRow: raw => `${raw}`,
  operators: TEXTUAL,
  searchText: (name, o) => (o.refine?.numeric ? `${name}::text` : name),
  // A code of letters and digits sorts and compares faster without a language.
  sortsAsWords: o => o.refine === undefined,
}
