import { asSums, type DataRow, lockRows, type Queries, readSums } from '../../../server/domain.ts'
import { appOrderRollups } from './appOrderRollups.ts'
import { createRollupKeeper, type SumsBefore } from './keepRollups.ts'
import { rollupSumsSql } from './rollupSql.ts'

const keeper = createRollupKeeper(appOrderRollups)

/**
 * Changes orders of the app of a store with their sums, in the transaction at hand: `change` may touch these orders, and tells the keys of those that
 * it made. Orders are locked in the order of their keys before. Whoever writes orders by statements of its own does so inside this.
 */
export async function changeAppOrders(
  q: Queries,
  lojaId: number,
  ids: readonly number[],
  change: () => Promise<readonly number[] | undefined>,
): Promise<void> {
  await lockRows(q, 'AppPedidos', lojaId, ids)
  const before = ids.length === 0 ? [] : await keeper.sumsOf(q, lojaId, ids)
  const all = [...ids, ...((await change()) ?? [])]
  if (all.length > 0) await keeper.settle(q, lojaId, all, before)
}

/** The sums after an order was saved, made (no `before`) or is about to be removed (`removed`). */
export async function followAppOrder(
  q: Queries,
  lojaId: number,
  order: { readonly id: number; readonly before: DataRow | undefined; readonly removed?: true },
): Promise<void> {
  const before = order.before ? await sumsOfFormer(q, lojaId, order.before) : []
  await keeper.settle(q, lojaId, order.removed ? [] : [order.id], before)
}

const former = appOrderRollups.map(rollup => {
  const source = rollup.source.replace('"AppPedidos" m', 'json_populate_record(NULL::"AppPedidos", $2::json) m')
  return asSums(rollupSumsSql({ ...rollup, source }, { store: '$1' }))
})

const sumsOfFormer = (q: Queries, lojaId: number, order: DataRow): Promise<SumsBefore> =>
  Promise.all(former.map(text => readSums(q, text, [lojaId, JSON.stringify({ ...order, lojaId })])))
