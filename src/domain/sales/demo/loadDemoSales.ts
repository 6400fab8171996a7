import { dayOf } from '../../../base/dates.ts'
import type { ColumnOf, Queries } from '../../../server/domain.ts'
import { createSeededRandom } from '../../samples/public.ts'
import { loadDemoStock } from '../../stock/public.ts'
import { salesRollups } from '../tables/salesRollups.ts'
import { loadBills } from './bills.ts'
import { writeCashSessions } from './cashSessions.ts'
import { readDemoStore } from './demoStore.ts'
import { writeOpenTabs } from './openTabs.ts'
import { type DayState, simulateDay } from './simulateDay.ts'
import type { SimulatedSale } from './simulateSale.ts'
import { writeTerminalTransactions } from './terminalTransactions.ts'
import { writeMovements } from './writeMovements.ts'

const SEED = 20_260_401
const DAY = 86_400_000
/** Movements that are in memory at once. */
const MOST = 5000

export interface DemoSalesOptions {
  readonly stores: readonly number[]
  readonly days: number
  /** The last moment; the days before it are those of each store. */
  readonly now: number
  /** About so many sales a store, in place of what its habits say. */
  readonly sales?: number
  readonly seed?: number
  /** Told after each portion. */
  progress?(store: number, movements: number): void
}

/**
 * Sales of restaurants and shops as they might have been, the same on every machine but for the moment at which they end: with cash
 * sessions, invoices, card transactions, orders of the digital menu, customers' accounts and bills. Sums are made at the end.
 */
export async function loadDemoSales(q: Queries, wanted: DemoSalesOptions): Promise<number> {
  let movements = 0
  for (const store of wanted.stores) {
    movements += await loadStore(q, store, wanted)
    await salesRollups.rebuild(q, store)
    await loadDemoStock(q, store, wanted.now)
  }
  return movements
}

async function loadStore(
  q: Queries,
  store: number,
  { days, now, sales, seed = SEED, progress }: DemoSalesOptions,
): Promise<number> {
  const shop = await readDemoStore(q, store)
  if (shop.products.length === 0 || shop.equipment.length === 0) return 0
  const random = createSeededRandom(seed + store)
  const numbers = await lastInvoices(q, store)
  const scale = sales === undefined ? 1 : sales / (shop.habits.perDay * days)
  const running: DayState = { debts: new Map(), scale, until: now }
  const names = Array.from({ length: days }, (_, at) => dayOf(new Date(now - (days - 1 - at) * DAY).toISOString(), shop.zone))
  let opened = await lastSession(q, store)
  let movements = 0
  let held: SimulatedSale[][] = []
  const write = async (): Promise<void> => {
    const waiting = await writeCashSessions(q, shop, held, random, opened, now)
    opened += held.reduce((sum, day) => sum + new Set(day.map(({ equipment }) => equipment)).size, 0)
    await writeMovements(q, shop, waiting, random, numbers, now)
    movements += waiting.length
    held = []
    progress?.(store, movements)
  }
  for (const day of names) {
    const drawn = simulateDay(shop, day, random, running)
    if (drawn.length > 0) held.push(drawn)
    if (held.reduce((sum, each) => sum + each.length, 0) >= MOST) await write()
  }
  if (held.length > 0) await write()
  await writeTerminalTransactions(q, store, now)
  await writeOpenTabs(q, shop, createSeededRandom(seed + store + 2), now)
  await loadBills(q, shop, { days, now, random: createSeededRandom(seed + store + 1) })
  return movements
}

/** Numbers count on from what an earlier load gave. */
async function lastInvoices(q: Queries, store: number): Promise<Map<number, number>> {
  const { rows } = await q.query<{ equipment: ColumnOf<'NFCes', 'equipamentoId'>; last: number }>(
    'SELECT "equipamentoId" AS equipment, max("nNF") AS last FROM "NFCes" WHERE "lojaId" = $1 AND "equipamentoId" IS NOT NULL GROUP BY 1',
    [store],
  )
  return new Map(rows.map(({ equipment, last }) => [Number(equipment), last]))
}

async function lastSession(q: Queries, store: number): Promise<number> {
  const { rows } = await q.query<{ last: number | null }>('SELECT max(abertura) AS last FROM caixas WHERE "lojaId" = $1', [store])
  return rows[0]?.last ?? 0
}
