import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Claim, Table } from '../../query/table.ts'

/** A row as it was written: its key, its store, and the columns that were. */
export interface ClaimingRow {
  readonly id: unknown
  readonly lojaId: number | null
  readonly columns: DataRow
}

type Claiming = Pick<Table, 'claims' | 'register'>

/** Tells whether a column holds something to name. */
export const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** Returns a record's name among the claims: the same whichever of its registers writes it. */
export const claimant = ({ register }: Pick<Table, 'register'>, id: unknown): string => `${register.table} ${id}`

/** The store that a row's claims are of: a store's own record is its store. */
export const storeOfClaims = (
  { register }: Pick<Table, 'register'>,
  { id, lojaId }: Pick<ClaimingRow, 'id' | 'lojaId'>,
): unknown => (register.scope === 'self' ? id : lojaId)

/** Claims of a table that are one store's alone; the others are proved. */
export const exclusiveClaims = ({ claims }: Pick<Table, 'claims'>): Claim[] =>
  claims.filter(({ provedBy }) => provedBy === undefined)

/** Tells whether what is written holds a value that has to be claimed. */
export const isClaiming = (table: Claiming, columns: DataRow): boolean =>
  exclusiveClaims(table).some(({ column }) => column in columns)

/** Throws where a value would change without the secret that proves it: whoever writes such rows is our own code. */
export function demandProof({ claims, register }: Claiming, columns: DataRow): void {
  for (const { column, provedBy } of claims)
    if (provedBy !== undefined && isFilled(columns[column]) && !isFilled(columns[provedBy]))
      throw new Error(`${register.name}.${column} is written without ${provedBy}, which proves it`)
}

/**
 * Claims what rows that were just written name outside of their stores, in place of what they named before. The database refuses what
 * another store has, also of two that save at the same moment: the second waits for the first.
 */
export async function claimValues(table: Claiming, rows: readonly ClaimingRow[], q: Queries): Promise<void> {
  for (const { column, name } of exclusiveClaims(table)) {
    const changed = rows.filter(({ columns }) => column in columns)
    if (changed.length === 0) continue
    await release(table, changed, q, name)
    const filled = changed.filter(({ columns }) => isFilled(columns[column]))
    if (filled.length === 0) continue
    await q.query(
      `INSERT INTO system.claims (name, value, "lojaId", record)
       SELECT $1, lower(c.value), c.store, c.record FROM unnest($2::text[], $3::bigint[], $4::text[]) AS c(value, store, record)`,
      [
        name,
        filled.map(({ columns }) => String(columns[column])),
        filled.map(row => storeOfClaims(table, row)),
        filled.map(({ id }) => claimant(table, id)),
      ],
    )
  }
}

/** Gives up what rows named that are gone. */
export async function releaseClaims(table: Claiming, lojaId: number | null, ids: readonly unknown[], q: Queries): Promise<void> {
  if (exclusiveClaims(table).length === 0) return
  await release(
    table,
    ids.map(id => ({ id, lojaId })),
    q,
  )
}

/** Those of one name, or all that the rows have. */
const release = async (
  table: Claiming,
  rows: readonly Pick<ClaimingRow, 'id' | 'lojaId'>[],
  q: Queries,
  name?: string,
): Promise<void> =>
  void (await q.query(
    `DELETE FROM system.claims c USING unnest($1::bigint[], $2::text[]) AS g(store, record)
     WHERE c."lojaId" = g.store AND c.record = g.record AND ($3::text IS NULL OR c.name = $3)`,
    [rows.map(row => storeOfClaims(table, row)), rows.map(({ id }) => claimant(table, id)), name ?? null],
  ))

/**
 * Tells whether a value of a store's record is the store's own. What stood before two stores could not have the same may be another's: nothing
 * outside is touched under such a name.
 */
export async function isOwnClaim(table: Claiming, column: string, value: string, lojaId: number, q: Queries): Promise<boolean> {
  const claim = exclusiveClaims(table).find(one => one.column === column)
  if (!claim) throw new Error(`${table.register.name}.${column} claims nothing`)
  const { rows } = await q.query('SELECT FROM system.claims WHERE name = $1 AND value = lower($2) AND "lojaId" = $3', [
    claim.name,
    value,
    lojaId,
  ])
  return rows.length > 0
}
