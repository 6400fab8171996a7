import { createHash } from 'node:crypto'
import type { Queries } from '../database/queries.ts'
import { layOutDerived } from './layout.ts'
import { quotedIdentifier } from './sqlNames.ts'

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
  /** In place of `fill` where rows are spread over several machines: statements for the store $1. Without them `fill` serves there, too. */
  readonly fillStore?: readonly string[]
  /** Returns the grants of requests on them. */
  grants(role: string): readonly string[]
  /** Makes them anew for one store, or for all, while nobody else writes them. */
  rebuild(q: Queries, lojaId?: number): Promise<void>
  /** Where rows that they are made of may leave for an archive. */
  readonly archived?: ArchivedRows
  /** Compares each table with the rows that it is made of. */
  verify(q: Queries, lojaId?: number): Promise<readonly DerivedTableCheck[]>
}

/**
 * Tells the tables that rows of a register that they are made of leave for an archive: the share of these rows stays, and is known beside the rows
 * that stand, so that the tables can be made anew all the same. All of it happens in the transaction in which they go or come.
 */
export interface ArchivedRows {
  readonly register: string
  /** Conditions over a row `m` of the store $1: one for which any holds is still read by itself, and stays. */
  readonly stays: readonly string[]
  /** Waits for those who change what such rows add; nobody does before the transaction ends. */
  hold?(q: Queries, lojaId: number): Promise<void>
  /** Statements over rows $2 (keys) of the store $1 that remember what these add: they leave right after. */
  readonly remember: readonly string[]
  /** Those that forget it: they are back. */
  readonly forget: readonly string[]
  /** Those that clear the notes of the store $1 of what left and came back: they add up to nothing. */
  readonly tidy: readonly string[]
}

/** A guard by store, which a distributed database gets from the server: it takes none with subqueries, and owners pass by. */
const isStoreGuard = (statement: string): boolean =>
  statement.startsWith('CREATE POLICY app_store ') || statement.endsWith(' FORCE ROW LEVEL SECURITY')

/**
 * Makes the tables where they are missing or of another declaration. Tells whether it did something. `stores`: table of the stores of a
 * distributed database.
 */
export async function prepareDerivedTables(q: Queries, derived: DerivedTables, stores?: string): Promise<boolean> {
  const { name, drop, make, fill } = derived
  const version = createHash('sha256')
    .update([...make, ...fill].join(';'))
    .digest('hex')
  const { rows } = await q.query<{ value: string }>('SELECT value FROM system.settings WHERE name = $1', [name])
  if (rows[0]?.value === version) return false
  if (stores === undefined) for (const statement of [...drop, ...make, ...fill]) await q.query(statement)
  else await makeSpread(q, derived, stores)
  await q.query(
    'INSERT INTO system.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, JSON.stringify(version)],
  )
  return true
}

async function makeSpread(q: Queries, { drop, make, fill, fillStore }: DerivedTables, stores: string): Promise<void> {
  for (const statement of [...drop, ...make.filter(each => !isStoreGuard(each))]) await q.query(statement)
  await layOutDerived(q)
  if (!fillStore) {
    for (const statement of fill) await q.query(statement)
    return
  }
  const { rows } = await q.query<{ id: string }>(`SELECT id FROM ${quotedIdentifier(stores)} ORDER BY id`)
  for (const { id } of rows) for (const statement of fillStore) await q.query(statement, [id])
}
