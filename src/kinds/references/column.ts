import type { Column } from '../kind.ts'

/** The keys of an array as PostgreSQL writes it, where the connection leaves it as it is: `{1,2}`. */
const keysIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

/**
 * An array in the row itself: lists read it without another table, and an index over its members answers who refers to a record. No foreign key
 * of PostgreSQL reaches into an array; saves and removals hold what one would.
 */
export const column: Column<readonly number[]> = {
  sqlType: () => 'bigint[]',
  toRow: keys => `{${keys.join(',')}}`,
  fromRow: raw => (Array.isArray(raw) ? raw.map(Number) : keysIn(`${raw}`)),
  operators: ['eq', 'neq', 'contains', 'inq', 'nin'],
  several: true,
}
