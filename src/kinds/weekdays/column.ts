import type { Column } from '../kind.ts'
import { EQUALITY } from '../operators.ts'

/** PostgreSQL's text of an array, where the connection leaves it as it is: '{1,2}'. */
const listed = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

export const column: Column<readonly number[]> = {
  sqlType: () => 'smallint[]',
  toRow: days => days,
  fromRow: raw => (Array.isArray(raw) ? raw.map(Number) : listed(`${raw}`)),
  operators: EQUALITY,
}
