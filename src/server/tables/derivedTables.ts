import { createHash } from 'node:crypto'
import type { Queries } from '../access/caller.ts'

/** How far a derived table is from the rows that it was made of. */
export interface DerivedTableCheck {
  readonly table: string
  /** Rows that differ, on either side. */
  readonly differences: number
}

/**
 * Tables beside the registers' own that hold nothing of their own: sums that reports read. When their declaration is another than
 * the one that made them, they are made anew from the rows.
 */
export interface DerivedTables {
  /** Under this name the server remembers which declaration made them. */
  readonly name: string
  /** Registers whose rows they are made of; without one of these there are no such tables. */
  readonly from: readonly string[]
  /** Statements, each run by itself: what takes a former declaration away, what makes tables and functions, what fills them. */
  readonly drop: readonly string[]
  readonly make: readonly string[]
  readonly fill: readonly string[]
  /** What requests may do with them. */
  grants(role: string): readonly string[]
  /** Makes them anew for one store, or for all, while nobody else writes them. */
  rebuild(q: Queries, lojaId?: number): Promise<void>
  /** Compares each table with the rows that it is made of. */
  verify(q: Queries, lojaId?: number): Promise<readonly DerivedTableCheck[]>
}

/** Makes the tables where they are missing or of another declaration. Tells whether it did something. */
export async function prepareDerivedTables(q: Queries, { name, drop, make, fill }: DerivedTables): Promise<boolean> {
  const version = createHash('sha256')
    .update([...make, ...fill].join(';'))
    .digest('hex')
  const { rows } = await q.query<{ value: string }>('SELECT value FROM system.settings WHERE name = $1', [name])
  if (rows[0]?.value === version) return false
  for (const statement of [...drop, ...make, ...fill]) await q.query(statement)
  await q.query(
    'INSERT INTO system.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, JSON.stringify(version)],
  )
  return true
}
