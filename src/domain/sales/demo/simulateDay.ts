import { startOfDay } from '../../../base/calendar.ts'
import type { SeededRandom } from '../../samples/public.ts'
import { pickWeighted, salesOnDay } from './buyingHabits.ts'
import type { DemoPerson, DemoStore } from './demoStore.ts'
import { type SimulatedSale, simulateCashMovement, simulateInternalUse, simulateSale } from './simulateSale.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
/** The first hour of a day at work. */
const MORNING = 5

/** The state of the days before that one day needs. */
export interface DayState {
  /** The customers' debts, in cents. */
  readonly debts: Map<DemoPerson, number>
  /** Factor over what the store's habits say. */
  readonly scale: number
  /** Nothing happens after it. */
  readonly until: number
}

/** All movements of a store on a day, in the order in which they were closed. */
export function simulateDay(shop: DemoStore, day: string, random: SeededRandom, running: DayState): SimulatedSale[] {
  const { habits } = shop
  const date = new Date(`${day}T00:00:00Z`)
  const begin = Date.parse(startOfDay(day, shop.zone))
  const count = Math.round(salesOnDay(habits, date.getUTCDay(), date.getUTCMonth(), random) * running.scale)
  const hours = habits.hours.map((weight, hour) => [hour, weight] as const)
  const moments = Array.from({ length: count }, () => {
    const hour = pickWeighted(random, hours)
    // After midnight it is still the evening before.
    return begin + (hour < MORNING ? hour + 24 : hour) * HOUR + random.whole(0, HOUR - 1)
  }).sort((a, b) => a - b)
  const opening = habits.hours.findIndex((weight, hour) => hour >= MORNING && weight > 0)
  const first = begin + Math.max(MORNING, opening) * HOUR
  const drawn: SimulatedSale[] = [
    simulateCashMovement(shop, first - 15 * MINUTE, 9, { value: 20_000, fiscal: '01', note: 'Troco' }),
  ]
  for (const moment of moments) {
    if (moment > running.until) break
    const sale = simulateSale(shop, random, moment)
    owe(sale, running)
    drawn.push(sale)
  }
  drawn.push(...payments(shop, date.getUTCDate(), begin + 15 * HOUR, random, running))
  for (let use = random.whole(1, 3); use > 0; use--)
    drawn.push(simulateInternalUse(shop, random, begin + random.whole(14, 16) * HOUR, 4))
  for (let use = random.whole(0, 2); use > 0; use--)
    drawn.push(simulateInternalUse(shop, random, begin + random.whole(16, 20) * HOUR, 5))
  // A deposit is taken from what the first till has by then.
  const evening = begin + 21 * HOUR
  const cash = drawn
    .filter(each => each.kind === 1 && each.cancelledBy === null && each.closed < evening && each.equipment === shop.equipment[0])
    .flatMap(sale => sale.receipts)
    .reduce((sum, receipt) => (receipt.currency.fiscal === '01' ? sum + receipt.value : sum), 0)
  if (cash > 30_000)
    drawn.push(simulateCashMovement(shop, evening, 8, { value: cash - (cash % 10_000), fiscal: '01', note: 'Depósito' }))
  return drawn.filter(({ closed }) => closed <= running.until).sort((a, b) => a.closed - b.closed)
}

function owe({ customer, receipts, cancelledBy }: SimulatedSale, { debts }: DayState): void {
  if (!customer || cancelledBy) return
  for (const { account, value } of receipts) if (account) debts.set(customer, (debts.get(customer) ?? 0) + value)
}

/** On the 5th and the 20th customers pay what they owe, most of them all of it. */
function payments(shop: DemoStore, date: number, at: number, random: SeededRandom, { debts }: DayState): SimulatedSale[] {
  if (date !== 5 && date !== 20) return []
  return [...debts].flatMap(([customer, debt], place) => {
    if (debt < 1000 || !random.chance(0.7)) return []
    const value = random.chance(0.8) ? debt : Math.floor(debt / 2)
    debts.set(customer, debt - value)
    return [simulateCashMovement(shop, at + place * MINUTE, 3, { value, fiscal: '17', customer, note: 'Pagamento da conta' })]
  })
}
