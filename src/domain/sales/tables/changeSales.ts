import type { Queries } from '../../../server/domain.ts'
import { changeGoods } from '../../stock/public.ts'
import { createRollupKeeper } from './keepRollups.ts'
import { rollups } from './rollup.ts'

const keeper = createRollupKeeper(rollups)

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
  const before = ids.length === 0 ? [] : await keeper.sumsOf(q, lojaId, ids)
  const made = (await change()) ?? []
  const all = [...ids, ...made]
  if (all.length === 0) return
  await goods.finish(made)
  await keeper.settle(q, lojaId, all, before)
}
