import { type BenchResult, rate, slownessLine, speedLine, time } from '../figures.ts'
import { type LoadTarget, loadTurns } from '../loadTest.ts'
import type { Bench } from '../places/bench.ts'
import type { Contest, Place } from '../places/contest.ts'
import { productsSetup, STORE } from '../seeds/productsSetup.ts'
import { pick } from '../turns.ts'

export const listOf = (
  { server }: Pick<Place, 'server'>,
  token: string,
  store: number,
  more: Readonly<Record<string, unknown>> = {},
): LoadTarget => ({ url: `${server.address}${pathOf(store, more)}`, token })

/** Where ten products of a store are asked for, with more conditions, a text to search, and more words of the filter. */
export const pathOf = (store: number, { q, ...more }: Readonly<Record<string, unknown>> = {}, words: object = {}): string => {
  const filter = encodeURIComponent(JSON.stringify({ limit: 10, where: { lojaId: store, ...more }, ...words }))
  return `/api/produtos?filter=${filter}${q === undefined ? '' : `&q=${encodeURIComponent(String(q))}`}`
}

export const adminOf = (contest: Contest): Promise<(place: Place) => string> =>
  contest.each(place => place.token('admin@demo.com.br'))

/** The generic list against the hand-written one, by the same SQL on both sides: with the count made, and with it known. */
export async function* measureList(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const admin = await adminOf(contest)
  const ours = (place: Place): LoadTarget => listOf(place, admin(place), STORE)
  const hand = (path: string) => (): LoadTarget => ({ url: `${contest.byHand}${path}?lojaId=${STORE}` })
  let asked = 0
  // A bound below every price: all rows are found, and no two calls ask for the same count.
  const bound = (): number => -++asked
  const counted = await loadTurns(
    contest,
    place => ({ ...ours(place), next: () => pathOf(STORE, { preco_vnd_prod: { gte: bound() } }) }),
    () => ({ ...hand('/priced')(), next: () => `/priced?lojaId=${STORE}&least=${bound()}` }),
  )
  yield speedLine('List, 10 rows + count, 20,000 products; both count for every call', rates(counted), rate, 0.85)
  const known = await loadTurns(contest, ours, hand('/page'))
  yield speedLine('the same; neither counts (the count is known on both sides)', rates(known), rate, 0.85)
  if (contest.rival) return
  const usual = await loadTurns(contest, ours, hand('/list'))
  yield speedLine('the same as it runs: ours counts after changes only, the hand-written one always', rates(usual), rate)
}

const rates = (turns: Awaited<ReturnType<typeof loadTurns>>) => pick(turns, answers => answers.rate)

/** The same list for an employee with few rights and for the platform's administrator. */
export async function* measureRole(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const admin = await adminOf(contest)
  const employee = await contest.each(place => place.token('funcionario@demo.com.br'))
  const turns = await loadTurns(
    contest,
    place => listOf(place, employee(place), STORE),
    place => listOf(place, admin(place), STORE),
  )
  yield slownessLine(
    'Same list, employee against administrator, latency',
    pick(turns, answers => answers.median),
    time,
    1.2,
  )
}
