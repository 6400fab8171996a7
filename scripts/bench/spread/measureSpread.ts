import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import type { Query } from '../../../src/model/report.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { counterOf, soldAt } from '../counterSales.ts'
import { type BenchResult, milliseconds } from '../figures.ts'
import { pathOf } from '../rows/list.ts'
import { addressOf, askedOf } from '../rows/reports.ts'
import { newProducts } from '../rows/save.ts'
import { median } from '../statistics.ts'
import { type BothSides, openBothSides, type Side } from './bothSides.ts'

/** Stores whose calls are measured, one after the other: they lie on all machines. */
const ASKED = Array.from({ length: 40 }, (_, at) => 10 + at * 7)
/** A call of one store may take so many times what it takes where all stores are on one machine. */
const MOST = 1.5
const HEAVIEST = 10
/** Sales that a point of sale sends at once. */
const SALES = 20

/** A call, for a store where it is of one. */
type Call = (side: Side, store: number) => Promise<Response>

/** How long a call took on each side, each the median, and the median of the ratios of neighbouring ones. */
interface Compared {
  readonly what: string
  readonly spread: number
  readonly plain: number
}

/** The same calls of the same stores, of which each has its rows on one machine, against a database on one: p50, call by call in turn. */
export async function measureSpread(stores: number, say: (text: string) => void): Promise<BenchResult[]> {
  const sides = await openBothSides(stores, say)
  try {
    const tell = (one: Compared): Compared => {
      say(`  ${one.what}: ${milliseconds(one.spread)}, on one machine ${milliseconds(one.plain)}`)
      return one
    }
    const turns = async (what: string, call: Call, rounds: number): Promise<Compared> =>
      tell({ what, ...(await inTurns(sides, call, rounds)) })
    const list = await turns('List of products, 10 rows + count', listed, 400)
    const save = await turns('Save of a new product', await saving(sides), 300)
    const intake = await turns(`Intake of ${SALES} sales`, await receiving(sides), 100)
    const { reports, everywhere } = reportsOf(Object.values(readDefinitions().model.queries))
    const heaviest = await heaviestOf(sides, reports)
    const ofStore: Compared[] = []
    for (const query of heaviest) ofStore.push(await turns(query.title, reported(query), 40))
    const ofAll: Compared[] = [await turns('orders of the digital menu of all stores', orders, 10)]
    for (const query of everywhere) ofAll.push(await turns(query.title, reported(query), 10))
    return [
      ...[list, save, intake].map(one => line(`${one.what}, of one store`, one, MOST)),
      line(`The ${HEAVIEST} heaviest reports of one store`, sumOf(ofStore), MOST),
      worstLine(ofStore),
      line(`Lists and reports over all ${stores.toLocaleString('en-US')} stores`, sumOf(ofAll)),
    ]
  } finally {
    await sides.close()
  }
}

/** Both sides are asked for the same stores, call by call. */
async function inTurns({ spread, plain }: BothSides, call: Call, rounds: number): Promise<{ spread: number; plain: number }> {
  const times: { spread: number[]; plain: number[] } = { spread: [], plain: [] }
  const warm = Math.min(ASKED.length, rounds)
  for (let round = -warm; round < rounds; round++) {
    const store = ASKED[(round + warm) % ASKED.length] ?? 1
    // Who goes first changes: what one leaves in the processor's memory helps neither.
    const order = round % 2 === 0 ? (['spread', 'plain'] as const) : (['plain', 'spread'] as const)
    for (const name of order) {
      const started = performance.now()
      const reply = await call(name === 'spread' ? spread : plain, store)
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${reply.url} was refused: ${text}`)
      if (round >= 0) times[name].push(performance.now() - started)
    }
  }
  return { spread: median(times.spread), plain: median(times.plain) }
}

const ask = ({ ours, token }: Side, path: string, body?: unknown): Promise<Response> =>
  fetch(path.startsWith('http') ? path : `${ours.address}${path}`, {
    headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })

const listed: Call = (side, store) => ask(side, pathOf(store))

/** Orders are listed over all stores where none is named, for the administrator alone. */
const orders: Call = side => ask(side, `/api/AppPedidos/list?lojaId=1&filter=${encodeURIComponent('{"limit":10}')}`)

const reported =
  (query: Query): Call =>
  (side, store) =>
    ask(side, addressOf(side, query, askedOf(query), store))

async function saving({ plain }: BothSides): Promise<Call> {
  const fresh = await newProducts(plain, 1)
  // A database is measured more than once: codes are of the moment.
  let code = Math.floor(Date.now() / 1000)
  return (side, store) =>
    ask(side, `/api/produtos?lojaId=${store}`, { ...(fresh() as object), lojaId: store, cod_prod: String(++code) })
}

/** All stores sell the same things under the same numbers. */
async function receiving({ plain }: BothSides): Promise<Call> {
  const counter = await counterOf(plain.client, 1)
  const random = createSeededRandom(1)
  return (side, store) => ask(side, '/api/Movimentos/lote', { lojaId: store, movimentos: soldAt(counter, random, SALES) })
}

const reportsOf = (queries: readonly Query[]): { reports: Query[]; everywhere: Query[] } => ({
  reports: queries.filter(({ scope }) => scope !== 'global'),
  everywhere: queries.filter(({ scope }) => scope === 'global'),
})

/** Those that take longest where all rows are on one machine. */
async function heaviestOf({ plain }: BothSides, reports: readonly Query[]): Promise<Query[]> {
  const timed: { query: Query; took: number }[] = []
  for (const query of reports) {
    const times: number[] = []
    for (const store of ASKED.slice(0, 7)) {
      const started = performance.now()
      await (await reported(query)(plain, store)).text()
      times.push(performance.now() - started)
    }
    timed.push({ query, took: median(times) })
  }
  return timed
    .sort((a, b) => b.took - a.took)
    .slice(0, HEAVIEST)
    .map(({ query }) => query)
}

const sumOf = (all: readonly Compared[]): Compared => ({
  what: '',
  spread: all.reduce((sum, { spread }) => sum + spread, 0),
  plain: all.reduce((sum, { plain }) => sum + plain, 0),
})

const line = (what: string, { spread, plain }: Compared, most?: number): BenchResult => ({
  what,
  ours: milliseconds(spread),
  baseline: milliseconds(plain),
  ratio: spread / plain,
  ...(most === undefined ? { beside: true } : { bar: { most } }),
})

function worstLine(reports: readonly Compared[]): BenchResult {
  const [worst] = [...reports].sort((a, b) => b.spread / b.plain - a.spread / a.plain)
  if (!worst) throw new Error('No report was measured')
  return { ...line(`the one with the largest ratio (${worst.what})`, worst), beside: true }
}
