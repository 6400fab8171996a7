import { loadDemoSales } from '../../../src/domain/sales/demo/loadDemoSales.ts'
import { openDatabase } from '../../../src/server/database/pool.ts'
import type { Seed } from '../places/databases.ts'

/** Days over which the sales spread. */
export const DAYS = 400
/** About so many lines has a sale of the generator. */
const LINES_PER_SALE = 3

/** Stores whose sales are made, and by how much fewer the small one has. */
export const [large, small] = [
  { store: 1, share: 1 },
  { store: 2, share: 10 },
] as const

/** About so many sale lines for a large store, and a tenth of them for a small one. */
export const salesSeed = (lines: number): Seed => ({
  name: `${lines.toLocaleString('en-US')} sale lines`,
  async fill(client, url) {
    const database = openDatabase({ url })
    try {
      for (const { store, share } of [large, small]) {
        const sales = Math.round(lines / share / LINES_PER_SALE)
        await database.asOwner(q => loadDemoSales(q, { stores: [store], days: DAYS, now: Date.now(), sales, seed: 7 }))
      }
    } finally {
      await database.close()
    }
    await client.query('VACUUM ANALYZE')
  },
})
