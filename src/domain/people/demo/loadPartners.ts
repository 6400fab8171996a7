import { type InsertRecords, moments, type SeededRandom } from '../../samples/public.ts'
import { partnersOf } from './partners.ts'

/** Customers, suppliers and employees of a store, with their addresses. */
export async function loadPartners(
  insert: InsertRecords,
  store: number,
  count: number,
  random: SeededRandom,
  now: Date,
): Promise<void> {
  const partners = partnersOf(random, count)
  const ids = await insert(
    'parceiros',
    store,
    partners.map(({ record }) => ({ ...record, ...moments(random, now) })),
  )
  await insert(
    'parceiros.enderecos',
    store,
    partners.flatMap(({ addresses }, at) => addresses.map(row => ({ ...row, parceirosId: Number(ids[at]) }))),
  )
}
