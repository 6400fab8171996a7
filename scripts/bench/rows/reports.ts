import { dayOf } from '../../../src/base/dates.ts'
import { kindByName } from '../../../src/kinds/values.ts'
import type { Query } from '../../../src/model/report.ts'
import { batchStatements } from '../../../src/server/report/batchStatements.ts'
import { readParameters } from '../../../src/server/report/readParameters.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BenchResult, limitLine, milliseconds, slownessLine, time } from '../figures.ts'
import type { Bench } from '../places/bench.ts'
import { type Contest, NotComparable, type Place, type Setup } from '../places/contest.ts'
import type { Seed } from '../places/databases.ts'
import { large, small } from '../seeds/salesSeed.ts'
import { median, p95 } from '../statistics.ts'
import { timed } from '../timed.ts'
import { pick, type Turns } from '../turns.ts'
import { adminOf } from './list.ts'

/** Turns of each report. */
const pace = { rounds: 7, warm: 2 }
/** Calls of those reports and pages whose slowest call of twenty is told. */
const MANY = 20
/** Milliseconds that a report may take, 19 of 20 times. */
const PATIENCE = 300
/** Milliseconds in which the figures of the first page come, 19 of 20 times. */
const GLANCE = 200
const DAYS = 365
const ZONE = 'America/Sao_Paulo'

/** Times of a report: of the large store, and of the small one. */
interface Times {
  readonly large: number
  readonly small: number
}

interface Measured {
  readonly query: Query
  readonly turns: Turns<Times>
}

export const reportsSetup = (seed: Seed): Setup => ({ seed, byHand: true })

/** Every report over 12 months: against its own SQL sent by hand, against a time limit, and against a store with a tenth of the lines. */
export async function* measureReports(bench: Bench, setup: Setup): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(setup)
  const admin = await adminOf(contest)
  const [many, few] = await Promise.all([large, small].map(({ store }) => linesOf(contest.ours, store)))
  const measured: Measured[] = []
  for (const query of Object.values(readDefinitions().model.queries)) {
    const turns = await measureReport(contest, admin, query).catch((problem: unknown) => {
      if (!(problem instanceof NotComparable)) throw problem
      bench.say(`${query.name} ${problem.message}`)
      return undefined
    })
    if (!turns) continue
    const [ours, other] = [turns.ours, turns.other].map(side => milliseconds(median(side.map(times => times.large))))
    bench.say(`  ${query.name}: ${ours} against ${other}`)
    measured.push({ query, turns })
  }
  yield* linesOfAll(measured, `over 12 months, ${many} sale lines of one store`, `${few}`)
  const slowest = mostOf(measured, ({ turns }) => median(turns.ours.map(times => times.large)))
  const again = (place: Place): Promise<number> => call(place, admin(place), slowest.query, askedOf(slowest.query), large.store)
  const slow = await contest.solo(again, { rounds: MANY })
  yield limitLine(`p95 of the slowest report (${slowest.query.title})`, slowestOf(slow), time, PATIENCE)
  const firstPage = await contest.solo(place => measureFirstPage(place, admin(place)), { rounds: MANY, warm: 3 })
  yield limitLine('p95 of the figures of the first page, all calls at once', slowestOf(firstPage), time, GLANCE)
}

const slowestOf = (turns: Turns<number>): Turns<number> => ({
  ...turns,
  ours: [p95(turns.ours)],
  other: turns.other.length > 0 ? [p95(turns.other)] : [],
})

async function linesOf({ client }: Place, store: number): Promise<string> {
  const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM "Movimentos_produtos" WHERE "lojaId" = $1', [
    store,
  ])
  return Number(rows[0]?.n).toLocaleString('en-US')
}

/** Every call of the pages of figures at once, over this week, as a browser makes them. */
async function measureFirstPage(place: Place, token: string): Promise<number> {
  const { model } = readDefinitions()
  const [start = '', end = ''] = [6, 0].map(ago => dayOf(new Date(Date.now() - ago * 86_400_000).toISOString(), ZONE))
  const dashboards = Object.values(model.screens).flatMap(({ body }) => ('dashboard' in body ? [body.dashboard.report] : []))
  const calls = dashboards.flatMap(({ calls: own }) => Object.values(own)).flatMap(({ query }) => model.queries[query] ?? [])
  return timed(() =>
    Promise.all(
      calls.map(query => {
        const spans = query.parameters.filter(({ control }) => control !== undefined)
        const members = spans.flatMap(({ fills }) => fills.map((name, at) => [name, at === 0 ? start : end] as const))
        return call(place, token, query, { ...askedOf(query), ...Object.fromEntries(members) }, large.store)
      }),
    ),
  )
}

function measureReport(contest: Contest, admin: (place: Place) => string, query: Query): Promise<Turns<Times>> {
  const members = askedOf(query)
  const bare = bareCall(contest.byHand, query, members)
  return contest.turns(
    async place => {
      const ask = (store: number): Promise<number> => call(place, admin(place), query, members, store)
      return { large: await ask(large.store), small: await ask(small.store) }
    },
    async () => ({ large: await bare(), small: Number.NaN }),
    pace,
  )
}

/** Returns the parameters for a report: twelve months, and all others that it must have. */
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
  { server }: Pick<Place, 'server'>,
  { path }: Query,
  members: Readonly<Record<string, string>>,
  store: number,
): string => `${server.address}/api/${path}?${new URLSearchParams({ lojaId: String(store), ...members })}`

const call = (
  place: Place,
  token: string,
  query: Query,
  members: Readonly<Record<string, string>>,
  store: number,
): Promise<number> => timed(() => answered(addressOf(place, query, members, store), { headers: { authorization: token } }))

async function answered(address: string, how: RequestInit): Promise<void> {
  const reply = await fetch(address, how)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${reply.url} was refused: ${text}`)
}

/** The same statements as the report sends, for the large store, by the hand-written server. */
function bareCall(address: string, query: Query, members: Readonly<Record<string, string>>): () => Promise<number> {
  const values: Readonly<Record<string, unknown>> = { ...readParameters(query, members, ZONE), lojaId: large.store, tz: ZONE }
  const statements = batchStatements(query).map(({ bound: { text, names } }) => ({
    text,
    values: names.map(each => values[each] ?? null),
  }))
  const body = JSON.stringify({ statements })
  const headers = { 'content-type': 'application/json' }
  return () => timed(() => answered(`${address}/figures`, { method: 'POST', headers, body }))
}

function mostOf(measured: readonly Measured[], of: (one: Measured) => number): Measured {
  const [most] = measured.toSorted((a, b) => of(b) - of(a))
  if (!most) throw new Error('No report was measured')
  return most
}

/** The reports together, turn by turn. */
const sumOf = (measured: readonly Measured[], of: keyof Times): Turns<number> => {
  const sum = (side: 'ours' | 'other'): number[] =>
    (measured[0]?.turns[side] ?? []).map((_, turn) =>
      measured.reduce((all, { turns }) => all + (turns[side][turn]?.[of] ?? 0), 0),
    )
  return { ...measured[0]?.turns, ours: sum('ours'), other: sum('other') }
}

/** Ours of the large store against ours of the small one. */
const growthOf = (measured: readonly Measured[]): Turns<number> => ({
  ours: sumOf(measured, 'large').ours,
  other: sumOf(measured, 'small').ours,
})

function* linesOfAll(measured: readonly Measured[], year: string, few: string): Generator<BenchResult> {
  const all = `All ${measured.length} reports`
  yield slownessLine(`${all} ${year}, against their own SQL sent by hand`, sumOf(measured, 'large'), time, 1.2)
  const ratioOf = ({ turns }: Measured): number => {
    const { ours, other } = pick(turns, times => times.large)
    return median(ours) / median(other)
  }
  const worst = mostOf(measured, ratioOf)
  yield slownessLine(`the one with the largest ratio (${worst.query.title})`, sumOf([worst], 'large'), time)
  if (worst.turns.against !== undefined) return
  yield slownessLine(`${all} ${year}, against a store with ${few}`, growthOf(measured), time)
  const growth = mostOf(measured, one => ratioOf({ ...one, turns: asGrowth(one.turns) }))
  yield slownessLine(`the one that grows most (${growth.query.title})`, growthOf([growth]), time)
}

const asGrowth = (turns: Turns<Times>): Turns<Times> => ({
  ...turns,
  other: turns.ours.map(times => ({ ...times, large: times.small })),
})
