import type { Queries } from '../../database/queries.ts'
import type { DerivedTableCheck, DerivedTables } from '../derivedTables.ts'

/** A derived table as statements make it: of all rows, or of those of one store, which they name `store`. */
export interface SumTable {
  /** Its name in a statement. */
  readonly sql: string
  /** Statements that fill it when it is empty. */
  fill(store?: string): readonly string[]
  /** How it is compared with the rows that it is made of; left out where it may hold more than they tell. */
  readonly compared?: {
    /** Its name when it is told what differs. */
    readonly table: string
    /** Selects the rows that differ, on either side. */
    differences(store?: string): string
  }
}

/** Fills such tables, makes them anew and compares them, each by its own statements. */
export const sumTables = (tables: readonly SumTable[]): Pick<DerivedTables, 'fill' | 'rebuild' | 'verify'> => ({
  fill: tables.flatMap(({ fill }) => fill()),
  async rebuild(q, lojaId) {
    await q.query(`LOCK TABLE ${tables.map(({ sql }) => sql).join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
    for (const { sql, fill } of tables) {
      await q.query(`DELETE FROM ${sql}${lojaId === undefined ? '' : ' WHERE "lojaId" = $1'}`, storeParams(lojaId))
      for (const statement of fill(storeName(lojaId))) await q.query(statement, storeParams(lojaId))
    }
  },
  async verify(q, lojaId) {
    const checks: DerivedTableCheck[] = []
    for (const { compared } of tables) if (compared) checks.push(await compare(q, compared, lojaId))
    return checks
  },
})

const storeName = (lojaId: number | undefined): string | undefined => (lojaId === undefined ? undefined : '$1')
const storeParams = (lojaId: number | undefined): number[] => (lojaId === undefined ? [] : [lojaId])

async function compare(
  q: Queries,
  { table, differences }: NonNullable<SumTable['compared']>,
  lojaId: number | undefined,
): Promise<DerivedTableCheck> {
  const { rows } = await q.query(differences(storeName(lojaId)), storeParams(lojaId))
  return { table, differences: rows.length }
}
