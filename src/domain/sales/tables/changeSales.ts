import { type Queries, quotedIdentifier } from '../../../server/domain.ts'
import { changeGoods } from '../../stock/public.ts'
import { type Rollup, rollups } from './rollup.ts'
import { addToRollup, clearRollup, rollupSumsSql, rollupTable, type SalesScope } from './rollupSql.ts'

/** Movements by key, of one store. */
const some: SalesScope = { store: '$1', and: 'm.id = ANY ($2::bigint[])' }

/**
 * Changes movements of a store with their sums, in the transaction at hand: `change` may touch the rows of these movements (and of
 * those that it tells were made), the rollups and the stock follow by what became different. Movements are locked in the order of their keys, and
 * sums are written in one order after that, so that transactions wait in line and never in a ring.
 */
export async function changeSales(
  q: Queries,
  lojaId: number,
  ids: readonly number[],
  change: () => Promise<readonly number[] | undefined>,
): Promise<void> {
  const goods = await changeGoods(q, lojaId, ids)
  const before = ids.length === 0 ? [] : await sumsOf(q, lojaId, ids)
  const made = (await change()) ?? []
  const all = [...ids, ...made]
  if (all.length === 0) return
  await goods.finish(made)
  for (const [at, rollup] of rollups.entries()) {
    const old = before[at] ?? '[]'
    if (old === '[]') await q.query(adding.get(rollup) ?? '', [lojaId, all])
    else {
      await q.query(changing.get(rollup) ?? '', [lojaId, all, old])
      await q.query(clearing.get(rollup) ?? '', [lojaId, old])
    }
  }
}

/** Locks movements: who changes them next waits, and then sees what became of them. */
export async function lockSales(q: Queries, lojaId: number, ids: readonly number[]): Promise<void> {
  await q.query('SELECT FROM "Movimentos" m WHERE "lojaId" = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE', [
    lojaId,
    ids,
  ])
}

/** What the movements add to each rollup now, as JSON that PostgreSQL wrote: no digit is lost on the way. */
const sumsOf = (q: Queries, lojaId: number, ids: readonly number[]): Promise<string[]> =>
  Promise.all(
    rollups.map(async rollup => {
      const { rows } = await q.query<{ sums: string | null }>(reading.get(rollup) ?? '', [lojaId, ids])
      return rows[0]?.sums ?? '[]'
    }),
  )

const statements = (make: (rollup: Rollup) => string): ReadonlyMap<Rollup, string> =>
  new Map(rollups.map(rollup => [rollup, make(rollup)]))

const reading = statements(rollup => `SELECT json_agg(s)::text AS sums FROM (${rollupSumsSql(rollup, some)}) s`)

const adding = statements(rollup => addToRollup(rollup, rollupSumsSql(rollup, some)))

const changing = statements(rollup => {
  const keys = rollup.keys.map(({ name }) => quotedIdentifier(name))
  const sums = rollup.measures.map(({ name, type }) => ({ name: quotedIdentifier(name), type }))
  const negative = sums.map(({ name }) => `-${name}`)
  const both = `${rollupSumsSql(rollup, some)}
    UNION ALL SELECT ${[...keys, ...negative].join(', ')} FROM json_populate_recordset(NULL::${rollupTable(rollup)}, $3::json)`
  const added = sums.map(({ name, type }) => `sum(${name})::${type} AS ${name}`)
  const differs = sums.map(({ name }) => `sum(${name}) <> 0`).join(' OR ')
  return addToRollup(
    rollup,
    `SELECT ${[...keys, ...added].join(', ')} FROM (${both}) b GROUP BY ${keys.join(', ')} HAVING ${differs}`,
  )
})

const clearing = statements(rollup => {
  const keys = rollup.keys.map(({ name }) => quotedIdentifier(name)).join(', ')
  const old = `SELECT ${keys} FROM json_populate_recordset(NULL::${rollupTable(rollup)}, $2::json)`
  return clearRollup(rollup, `"lojaId" = $1 AND (${keys}) IN (${old})`)
})
