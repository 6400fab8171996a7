import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import type { Query } from '../../../src/model/report.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BenchResult, milliseconds, slownessLine, time } from '../figures.ts'
import { pathOf } from '../rows/list.ts'
import { addressOf, askedOf } from '../rows/reports.ts'
import { newProducts } from '../rows/save.ts'
import { counterOf, soldAt } from '../seeds/counterSales.ts'
import { median } from '../statistics.ts'
import { timed } from '../timed.ts'
import { type Turns, takeTurns } from '../turns.ts'
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

/** How long a call took on several machines and on one, call by call. */
interface Compared {
  readonly what: string
  readonly turns: Turns<number>
}

/** The same calls of the same stores, of which each has its rows on one machine, against a database on one: p50, call by call in turn. */
export async function* measureSpread(stores: number, say: (text: string) => void): AsyncGenerator<BenchResult> {
  const sides = await openBothSides(stores, say)
  try {
    const turns = async (what: string, call: Call, rounds: number): Promise<Compared> => {
      const one = { what, turns: await inTurns(sides, call, rounds) }
      const [several, plain] = [one.turns.ours, one.turns.other].map(times => milliseconds(median(times)))
      say(`  ${what}: ${several}, on one machine ${plain}`)
      return one
    }
    const ofOne = ({ what, turns: each }: Compared): BenchResult => slownessLine(`${what}, of one store`, each, time, MOST)
    yield ofOne(await turns('List of products, 10 rows + count', listed, 400))
    yield ofOne(await turns('Save of a new product', await saving(sides), 300))
    yield ofOne(await turns(`Intake of ${SALES} sales`, await receiving(sides), 100))
    const { reports, everywhere } = reportsOf(Object.values(readDefinitions().model.queries))
    const ofStore: Compared[] = []
    for (const query of await heaviestOf(sides, reports)) ofStore.push(await turns(query.title, reported(query), 40))
    yield slownessLine(`The ${HEAVIEST} heaviest reports of one store`, sumOf(ofStore), time, MOST)
    yield worstLine(ofStore)
    const ofAll: Compared[] = [await turns('orders of the digital menu of all stores', orders, 10)]
    for (const query of everywhere) ofAll.push(await turns(query.title, reported(query), 10))
    yield slownessLine(`Lists and reports over all ${stores.toLocaleString('en-US')} stores`, sumOf(ofAll), time)
  } finally {
    await sides.close()
  }
}

/** Both sides are asked for the same stores, call by call. */
function inTurns({ spread, plain }: BothSides, call: Call, rounds: number): Promise<Turns<number>> {
  const ask = (side: Side) => (turn: number) =>
    timed(async () => {
      const reply = await call(side, ASKED[turn % ASKED.length] ?? 1)
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${reply.url} was refused: ${text}`)
    })
  return takeTurns(ask(spread), ask(plain), { rounds, warm: Math.min(ASKED.length, rounds) })
}

const ask = ({ server, token }: Side, path: string, body?: unknown): Promise<Response> =>
  fetch(path.startsWith('http') ? path : `${server.address}${path}`, {
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
  const found: { query: Query; took: number }[] = []
  for (const query of reports) {
    const times: number[] = []
    for (const store of ASKED.slice(0, 7)) times.push(await timed(async () => (await reported(query)(plain, store)).text()))
    found.push({ query, took: median(times) })
  }
  return found
    .sort((a, b) => b.took - a.took)
    .slice(0, HEAVIEST)
    .map(({ query }) => query)
}

/** All together, turn by turn. */
function sumOf(all: readonly Compared[]): Turns<number> {
  const sum = (side: 'ours' | 'other'): number[] =>
    (all[0]?.turns[side] ?? []).map((_, turn) => all.reduce((whole, { turns }) => whole + (turns[side][turn] ?? 0), 0))
  return { ours: sum('ours'), other: sum('other') }
}

function worstLine(reports: readonly Compared[]): BenchResult {
  const lines = reports.map(({ what, turns }) => slownessLine(`the one with the largest ratio (${what})`, turns, time))
  const [worst] = lines.sort((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))
  if (!worst) throw new Error('No report was measured')
  return worst
}
