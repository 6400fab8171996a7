import { type Effect, requireStore } from '../../../server/domain.ts'
import { followAppOrder } from '../tables/changeAppOrders.ts'

/** However an order of the app is saved, taken back or removed, the sums that reports read follow. */
export const sumAppOrders: Effect = {
  async after({ work, before, record }) {
    await followAppOrder(work.q, requireStore(work.caller), { id: Number(record.id), before })
  },
  async remove({ work, before }) {
    await followAppOrder(work.q, requireStore(work.caller), { id: Number(before.id), before, removed: true })
  },
}
