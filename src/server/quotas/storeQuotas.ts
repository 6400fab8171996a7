import type { QuotaName } from '../../model/access/limits.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { roleTable } from '../roleTable.ts'

/** The quotas of stores as administrators see and raise them: the register of the role `quotas`. Without one there are those of the definitions alone. */

/** How much administrators gave stores, by `<quota> <store>`. */
export async function readOwnLimits(model: Model, q: Queries): Promise<ReadonlyMap<string, number>> {
  if (!registerOfRole(model, 'quotas')) return new Map()
  const { rows } = await q.query<{ key: string; most: number }>(
    `SELECT concat(cota, ' ', loja) AS key, limite::float8 AS most FROM ${roleTable(model, 'quotas')} WHERE limite IS NOT NULL`,
  )
  return new Map(rows.map(({ key, most }) => [key, most]))
}

/** How much administrators gave a store of something; undefined where they gave none of its own. */
export async function ownLimitOf(model: Model, q: Queries, name: QuotaName, store: number): Promise<number | undefined> {
  if (!registerOfRole(model, 'quotas')) return undefined
  const { rows } = await q.query<{ most: number }>(
    `SELECT limite::float8 AS most FROM ${roleTable(model, 'quotas')} WHERE loja = $1 AND cota = $2 AND limite IS NOT NULL`,
    [store, name],
  )
  return rows[0]?.most
}

/** How much a store has used of something. */
export interface StoreUse {
  readonly name: QuotaName
  readonly id: number
  readonly used: number
  /** When it begins anew, in milliseconds since 1970. */
  readonly endsAt?: number
}

/** Shows administrators what stores have used. Nobody's version of a row changes by that: who is just raising a limit goes on. */
export async function writeUses(model: Model, q: Queries, uses: readonly StoreUse[]): Promise<void> {
  if (uses.length === 0 || !registerOfRole(model, 'quotas')) return
  const table = roleTable(model, 'quotas')
  const sorted = [...uses].sort((a, b) => a.id - b.id || (a.name < b.name ? -1 : 1))
  const given = 'unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::float8[]) AS g(loja, cota, uso, ends, padrao)'
  const params = [
    sorted.map(({ id }) => id),
    sorted.map(({ name }) => name),
    sorted.map(({ used }) => Math.round(used)),
    sorted.map(({ endsAt }) => endsAt ?? null),
    sorted.map(({ name }) => model.limits.quotas[name]?.store ?? null),
  ]
  await q.query(
    `UPDATE ${table} t SET uso = g.uso, "renovaEm" = to_timestamp(g.ends / 1000), padrao = g.padrao FROM ${given} WHERE t.loja = g.loja AND t.cota = g.cota`,
    params,
  )
  await q.query(
    `INSERT INTO ${table} (loja, cota, uso, "renovaEm", padrao)
     SELECT loja, cota, uso, to_timestamp(ends / 1000), padrao FROM ${given}
     WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.loja = g.loja AND t.cota = g.cota) ON CONFLICT DO NOTHING`,
    params,
  )
}
