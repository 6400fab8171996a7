import { dayOf } from '../../../src/base/dates.ts'
import { loadDemoSales } from '../../../src/domain/sales/demo/loadDemoSales.ts'
import { kindByName } from '../../../src/kinds/values.ts'
import type { Query } from '../../../src/model/report.ts'
import { openDatabase } from '../../../src/server/database/pool.ts'
import { batchStatements } from '../../../src/server/report/batchStatements.ts'
import { readParameters } from '../../../src/server/report/readParameters.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BenchEnvironment, openBenchEnvironment } from '../environment.ts'
import { type BenchResult, milliseconds } from '../figures.ts'
import { median, percentile } from '../statistics.ts'

/** Calls of each report that are measured, in turn with its bare SQL. */
const ROUNDS = 20
const WARM = 3
/** Milliseconds that a report may take, 19 of 20 times. */
const PATIENCE = 300
const DAYS = 365
const ZONE = 'America/Sao_Paulo'

/** About so many lines has a sale of the generator. */
const LINES_PER_SALE = 3

/** How one report did. */
interface Measured {
  readonly query: Query
  readonly ours: number
  readonly bare: number
  readonly p95: number
  /** Of the small store. */
  readonly small: number
}

const large = { store: 1, share: 1 }
const small = { store: 2, share: 10 }

/** Every report over 12 months: against its own SQL sent by hand, against a time limit, and against a store with a tenth of the lines. */
export async function measureReports(lines: number, say: (text: string) => void): Promise<BenchResult[]> {
  const place = await openBenchEnvironment(async () => undefined)
  try {
    const counts = await fill(place, lines, say)
    const token = await place.token('admin@demo.com.br')
    const { model } = readDefinitions()
    const measured: Measured[] = []
    for (const query of Object.values(model.queries)) {
      const one = await measureReport(place, token, query)
      say(
        `  ${query.name}: ${milliseconds(one.ours)}, bare ${milliseconds(one.bare)}, p95 ${milliseconds(one.p95)}, small ${milliseconds(one.small)}`,
      )
      measured.push(one)
    }
    const firstPage = await measureFirstPage(place, token)
    say(`  first page, all of its calls at once: p95 ${milliseconds(firstPage)}`)
    return [...linesOf(measured, counts), firstPageLine(firstPage)]
  } finally {
    await place.close()
  }
}

/** Milliseconds in which the figures of the first page come, 19 of 20 times. */
const GLANCE = 200

/** p95 of every call of the pages of figures at once, over this week, as a browser makes them. */
async function measureFirstPage(place: BenchEnvironment, token: string): Promise<number> {
  const { model } = readDefinitions()
  const [start = '', end = ''] = [6, 0].map(ago => dayOf(new Date(Date.now() - ago * 86_400_000).toISOString(), ZONE))
  const dashboards = Object.values(model.screens).flatMap(({ body }) => ('dashboard' in body ? [body.dashboard.report] : []))
  const calls = dashboards.flatMap(({ calls: own }) => Object.values(own)).flatMap(({ query }) => model.queries[query] ?? [])
  const addresses = calls.map(query => {
    const spans = query.parameters.filter(({ control }) => control !== undefined)
    const members = spans.flatMap(({ fills }) => fills.map((name, at) => [name, at === 0 ? start : end] as const))
    return addressOf(place, query, { ...askedOf(query), ...Object.fromEntries(members) }, large.store)
  })
  const times: number[] = []
  for (let round = -WARM; round < ROUNDS; round++) {
    const started = performance.now()
    await Promise.all(addresses.map(address => timed(() => fetch(address, { headers: { authorization: token } }))))
    if (round >= 0) times.push(performance.now() - started)
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.95,
  )
}

const firstPageLine = (p95: number): BenchResult => ({
  what: 'p95 of the figures of the first page, all calls at once',
  ours: milliseconds(p95),
  baseline: milliseconds(GLANCE),
  ratio: p95 / GLANCE,
  bar: { most: 1 },
})

/** Sales of a year for a large store and a small one; how many lines each then has. */
async function fill({ url, client }: BenchEnvironment, lines: number, say: (text: string) => void): Promise<readonly number[]> {
  const database = openDatabase({ url })
  try {
    for (const { store, share } of [large, small]) {
      say(`filling store ${store} with about ${Math.round(lines / share).toLocaleString('en-US')} lines`)
      const sales = Math.round(lines / share / LINES_PER_SALE)
      await database.asOwner(q => loadDemoSales(q, { stores: [store], days: DAYS, now: Date.now(), sales, seed: 7 }))
    }
  } finally {
    await database.close()
  }
  await client.query('VACUUM ANALYZE')
  const counted = [large, small].map(async ({ store }) => {
    const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM "Movimentos_produtos" WHERE "lojaId" = $1', [
      store,
    ])
    return Number(rows[0]?.n)
  })
  return Promise.all(counted)
}

async function measureReport(place: BenchEnvironment, token: string, query: Query): Promise<Measured> {
  const members = askedOf(query)
  const ours = (store: number) =>
    timed(() => fetch(addressOf(place, query, members, store), { headers: { authorization: token } }))
  const bare = bareCall(place, query, members)
  const times: { ours: number[]; bare: number[]; small: number[] } = { ours: [], bare: [], small: [] }
  for (let round = -WARM; round < ROUNDS; round++) {
    const [mine, sql, few] = [await ours(large.store), await bare(), await ours(small.store)]
    if (round < 0) continue
    times.ours.push(mine)
    times.bare.push(sql)
    times.small.push(few)
  }
  const sorted = [...times.ours].sort((a, b) => a - b)
  return { query, ours: median(times.ours), bare: median(times.bare), p95: percentile(sorted, 0.95), small: median(times.small) }
}

/** What a report is asked for: twelve months, and whatever else it must have. */
export function askedOf({ parameters }: Query): Readonly<Record<string, string>> {
  const [first, last] = [new Date(Date.now() - (DAYS - 1) * 86_400_000), new Date()].map(at => dayOf(at.toISOString(), ZONE))
  const ranges = parameters
    .filter(parameter => parameter.control !== undefined)
    .flatMap(({ fills }) => fills.map((name, at) => [name, (at === 0 ? first : last) ?? ''] as const))
  const needed = parameters
    .filter(parameter => parameter.control === undefined && parameter.required)
    .map(({ name, kind, fills, choices }) => {
      const own = kindByName(kind).time === 'day' ? last : 1
      return [fills[0] ?? name, String(choices?.[0]?.value ?? own)] as const
    })
  return Object.fromEntries([...ranges, ...needed])
}

/** Where the report of a store is asked for. */
export const addressOf = (
  { ours }: Pick<BenchEnvironment, 'ours'>,
  { path }: Query,
  members: Readonly<Record<string, string>>,
  store: number,
): string => `${ours.address}/api/${path}?${new URLSearchParams({ lojaId: String(store), ...members })}`

async function timed(call: () => Promise<Response>): Promise<number> {
  const started = performance.now()
  const reply = await call()
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${reply.url} was refused: ${text}`)
  return performance.now() - started
}

/** The same statements as the report sends, for the large store, by the hand-written server. */
function bareCall(
  { baseline }: BenchEnvironment,
  query: Query,
  members: Readonly<Record<string, string>>,
): () => Promise<number> {
  const values: Readonly<Record<string, unknown>> = { ...readParameters(query, members, ZONE), lojaId: large.store, tz: ZONE }
  const statements = batchStatements(query).map(({ bound: { text, names } }) => ({
    text,
    values: names.map(each => values[each] ?? null),
  }))
  const body = JSON.stringify({ statements })
  const headers = { 'content-type': 'application/json' }
  return () => timed(() => fetch(`${baseline.address}/figures`, { method: 'POST', headers, body }))
}

function linesOf(measured: readonly Measured[], [many = 0, few = 0]: readonly number[]): BenchResult[] {
  const most = (of: (one: Measured) => number): Measured | undefined => [...measured].sort((a, b) => of(b) - of(a))[0]
  const [ratio, slowest, growth] = [most(one => one.ours / one.bare), most(one => one.p95), most(one => one.ours / one.small)]
  if (!ratio || !slowest || !growth) return []
  const count = (lines: number): string => lines.toLocaleString('en-US')
  const total = (of: (one: Measured) => number): number => measured.reduce((sum, one) => sum + of(one), 0)
  const year = `over 12 months, ${count(many)} sale lines of one store`
  return [
    {
      what: `All ${measured.length} reports ${year}, against their own SQL sent by hand`,
      ours: milliseconds(total(one => one.ours)),
      baseline: milliseconds(total(one => one.bare)),
      ratio: total(one => one.ours) / total(one => one.bare),
      bar: { most: 1.2 },
    },
    {
      what: `the one with the largest ratio (${ratio.query.title})`,
      ours: milliseconds(ratio.ours),
      baseline: milliseconds(ratio.bare),
      ratio: ratio.ours / ratio.bare,
      bar: { most: 1.2 },
      beside: true,
    },
    {
      what: `p95 of the slowest report (${slowest.query.title})`,
      ours: milliseconds(slowest.p95),
      baseline: milliseconds(PATIENCE),
      ratio: slowest.p95 / PATIENCE,
      bar: { most: 1 },
    },
    {
      what: `All reports with ${count(many)} lines against a store with ${count(few)}`,
      ours: milliseconds(total(one => one.ours)),
      baseline: milliseconds(total(one => one.small)),
      ratio: total(one => one.ours) / total(one => one.small),
      beside: true,
    },
    {
      what: `the one that grows most (${growth.query.title})`,
      ours: milliseconds(growth.ours),
      baseline: milliseconds(growth.small),
      ratio: growth.ours / growth.small,
      beside: true,
    },
  ]
}
