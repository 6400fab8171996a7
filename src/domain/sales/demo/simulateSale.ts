import type { SeededRandom } from '../../samples/public.ts'
import { multiplyAmounts, splitByWeight } from '../intake/amount.ts'
import { pickWeighted, type SalesChannel, type ServiceMode } from './buyingHabits.ts'
import type { DemoCurrency, DemoPerson, DemoProduct, DemoStore } from './demoStore.ts'

const MINUTE = 60_000

export interface SimulatedSaleLine {
  readonly product: DemoProduct
  /** Thousandths. */
  readonly quantity: number
  readonly gross: number
  discount: number
  service: number
  readonly waiter: DemoPerson | null
  readonly seller: DemoPerson | null
  readonly deletedBy: DemoPerson | null
  readonly at: number
}

export interface SimulatedReceipt {
  readonly currency: DemoCurrency
  readonly value: number
  readonly account: boolean
}

/** A movement as it happened: moments in milliseconds, money in cents. */
export interface SimulatedSale {
  readonly kind: number
  readonly equipment: number
  readonly channel: SalesChannel
  readonly service: ServiceMode
  readonly opened: number
  readonly closed: number
  readonly people: number
  readonly customer: DemoPerson | null
  readonly tab: string | null
  readonly lines: readonly SimulatedSaleLine[]
  readonly receipts: readonly SimulatedReceipt[]
  readonly gross: number
  readonly discount: number
  readonly fee: number
  readonly total: number
  readonly cancelledBy: DemoPerson | null
  readonly note: string | null
}

/** A product by how wanted it is: the tenth sells about a fifth of what the first does. */
function wanted(shop: DemoStore, random: SeededRandom): DemoProduct {
  const { products } = shop
  const at = Math.floor(products.length ** random.next()) - 1
  const product = products[Math.min(products.length - 1, Math.max(0, at))]
  if (!product) throw new Error(`Store ${shop.id} sells nothing`)
  return product
}

function drawLine(
  shop: DemoStore,
  random: SeededRandom,
  at: number,
  waiter: DemoPerson | null,
  deleted: boolean,
): SimulatedSaleLine {
  const product = wanted(shop, random)
  const quantity = product.weighed ? random.whole(80, 1800) : pickWeighted(random, quantities) * 1000
  return {
    product,
    quantity,
    gross: multiplyAmounts(quantity, product.price, 3),
    discount: 0,
    service: 0,
    waiter,
    seller: shop.habits.sellers && random.chance(0.8) && shop.staff.length > 0 ? random.pick(shop.staff) : null,
    deletedBy: deleted && shop.staff.length > 0 ? random.pick(shop.staff) : null,
    at,
  }
}

const quantities = [
  [1, 80],
  [2, 15],
  [3, 4],
  [4, 1],
] as const

const parties = [
  [1, 20],
  [2, 42],
  [3, 16],
  [4, 15],
  [5, 4],
  [6, 3],
] as const

/** A sale that is paid at the moment given. */
export function simulateSale(shop: DemoStore, random: SeededRandom, at: number): SimulatedSale {
  const { habits } = shop
  const way = pickWeighted(
    random,
    habits.ways.map(way => [way, way[2]] as const),
  )
  const [channel, service] = way
  const seated = service === 'MESA' || service === 'COMANDA'
  const people = seated ? pickWeighted(random, parties) : 1
  const stay = seated ? habits.stay : 8
  const opened = at - Math.round(stay * (0.5 + random.next()) * MINUTE)
  const waiter = seated && shop.staff.length > 0 ? random.pick(shop.staff) : null
  const count = Math.max(1, Math.round(people * habits.lines * (0.6 + random.next() * 0.8)))
  const lines = Array.from({ length: count }, (_, place) =>
    drawLine(shop, random, opened + place * MINUTE, waiter, count > 1 && random.chance(0.012)),
  )
  const alive = lines.filter(line => line.deletedBy === null)
  if (alive.length === 0) lines.push(drawLine(shop, random, opened, waiter, false))
  const totals = settle(
    lines.filter(line => line.deletedBy === null),
    seated && random.chance(0.93) ? habits.fee : 0,
    random.chance(0.04) ? random.pick([5, 10, 15]) : 0,
  )
  const customer =
    shop.customers.length > 0 && random.chance(service === 'DELIVERY' ? 0.7 : 0.12) ? random.pick(shop.customers) : null
  return {
    kind: 1,
    equipment: shop.equipment[pickWeighted(random, counters)] ?? shop.equipment[0] ?? 0,
    channel,
    service,
    opened,
    closed: at - random.whole(0, 2 * MINUTE),
    people,
    customer,
    tab: seated ? String(random.whole(1, 40)).padStart(3, '0') : null,
    lines,
    receipts: pay(shop, random, channel, totals.total, customer),
    ...totals,
    cancelledBy: random.chance(0.012) && shop.staff.length > 0 ? random.pick(shop.staff) : null,
    note: null,
  }
}

const counters = [
  [0, 70],
  [1, 20],
  [2, 10],
] as const

/** Shares discount and service out to the lines, as the intake wants them. */
function settle(
  lines: readonly SimulatedSaleLine[],
  fee: number,
  off: number,
): Pick<SimulatedSale, 'gross' | 'discount' | 'fee' | 'total'> {
  const gross = lines.reduce((sum, line) => sum + line.gross, 0)
  const discount = Math.floor((gross * off) / 100)
  const service = Math.floor(((gross - discount) * fee) / 100)
  const discounts = splitByWeight(
    discount,
    lines.map(line => line.gross),
  )
  for (const [at, line] of lines.entries()) line.discount = discounts[at] ?? 0
  const services = splitByWeight(
    service,
    lines.map(line => line.gross - line.discount),
  )
  for (const [at, line] of lines.entries()) line.service = services[at] ?? 0
  return { gross, discount, fee: service, total: gross - discount + service }
}

const inStore = [
  ['03', 34],
  ['04', 22],
  ['17', 21],
  ['01', 16],
  ['11', 6],
] as const
const online = [
  ['17', 45],
  ['03', 55],
] as const

function pay(
  shop: DemoStore,
  random: SeededRandom,
  channel: SalesChannel,
  total: number,
  customer: DemoPerson | null,
): SimulatedReceipt[] {
  const account = currencyByFiscalCode(shop, '05')
  if (customer?.account && account && random.chance(0.6)) return [{ currency: account, value: total, account: true }]
  const draw = (): DemoCurrency => {
    const fiscal = pickWeighted<string>(random, channel === 'LOJA' ? inStore : online)
    const found = currencyByFiscalCode(shop, fiscal) ?? shop.currencies[0]
    if (!found) throw new Error(`Store ${shop.id} takes no money`)
    return found
  }
  const first = draw()
  if (channel !== 'LOJA' || total < 2000 || !random.chance(0.14)) return [{ currency: first, value: total, account: false }]
  const part = Math.floor(total / 2)
  return [
    { currency: first, value: part, account: false },
    { currency: draw(), value: total - part, account: false },
  ]
}

const currencyByFiscalCode = ({ currencies }: DemoStore, fiscal: string): DemoCurrency | undefined =>
  currencies.find(each => each.fiscal === fiscal)

const still = { channel: 'LOJA', service: 'BALCAO', people: 1, tab: null, cancelledBy: null } as const

/** Simulates products that the shop eats (4) or throws away (5): without a payment. */
export function simulateInternalUse(shop: DemoStore, random: SeededRandom, at: number, kind: 4 | 5): SimulatedSale {
  const lines = Array.from({ length: random.whole(1, 3) }, () => drawLine(shop, random, at, null, false))
  const note = kind === 4 ? 'Refeição da equipe' : random.pick(['Vencido', 'Quebra', 'Erro de preparo'])
  const by = kind === 4 && shop.staff.length > 0 ? random.pick(shop.staff) : null
  return {
    ...still,
    kind,
    equipment: shop.equipment[0] ?? 0,
    opened: at,
    closed: at,
    customer: by,
    lines,
    receipts: [],
    ...settle(lines, 0, 0),
    note,
  }
}

/** Money that comes or goes by itself: into the till (9), out of it (8), from a customer for their account (3). */
export function simulateCashMovement(
  shop: DemoStore,
  at: number,
  kind: 3 | 8 | 9,
  paid: { readonly value: number; readonly fiscal: string; readonly customer?: DemoPerson; readonly note: string },
): SimulatedSale {
  const found = currencyByFiscalCode(shop, paid.fiscal) ?? shop.currencies[0]
  if (!found) throw new Error(`Store ${shop.id} takes no money`)
  return {
    ...still,
    kind,
    equipment: shop.equipment[0] ?? 0,
    opened: at,
    closed: at,
    customer: paid.customer ?? null,
    lines: [],
    receipts: [{ currency: found, value: paid.value, account: false }],
    gross: paid.value,
    discount: 0,
    fee: 0,
    total: paid.value,
    note: paid.note,
  }
}
