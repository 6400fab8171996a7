import type { Queries } from '../../database/queries.ts'

/** Statements by which sums follow the rows $2 (keys) of the store $1, in the transaction that changes these. */
export interface FollowingSums {
  /** Reads what the rows add now, for `readSums`. */
  readonly read: string
  /** Adds what they add now. */
  readonly add: string
  /** The same, told the store's time zone ($3). */
  readonly addInZone?: string | undefined
  /** Adds what they add now, less what they added before ($3). */
  readonly change: string
  /** Remove, in the store $1, those of the sums that were before ($2) to which nothing counts any more. */
  readonly clear: readonly string[]
}

/** Selects the sums of a query as JSON that PostgreSQL writes: no digit is lost on the way. */
export const asSums = (query: string): string => `SELECT json_agg(s)::text AS sums FROM (${query}) s`

/** Reads sums that `asSums` selects. */
export async function readSums(q: Queries, statement: string, params: readonly unknown[]): Promise<string> {
  const { rows } = await q.query<{ sums: string | null }>(statement, params)
  return rows[0]?.sums ?? '[]'
}

/** Makes sums follow rows that were changed, since what these added before was read. */
export async function settleSums(
  q: Queries,
  { add, addInZone, change, clear }: FollowingSums,
  { lojaId, ids, zone }: { readonly lojaId: number; readonly ids: readonly number[]; readonly zone?: string | undefined },
  before: string,
): Promise<void> {
  if (before === '[]') await (zone && addInZone ? q.query(addInZone, [lojaId, ids, zone]) : q.query(add, [lojaId, ids]))
  else {
    await q.query(change, [lojaId, ids, before])
    for (const statement of clear) await q.query(statement, [lojaId, before])
  }
}
