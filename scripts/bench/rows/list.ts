import type { BenchEnvironment } from '../environment.ts'
import { type BenchResult, compareSides, milliseconds, perSecond } from '../figures.ts'
import { type AlternatingResults, type LoadTarget, measureAlternating } from '../loadTest.ts'

export const listOf = (
  place: BenchEnvironment,
  token: string,
  store: number,
  more: Readonly<Record<string, unknown>> = {},
): LoadTarget => ({
  url: `${place.ours.address}${pathOf(store, more)}`,
  token,
})

export const pathOf = (store: number, { q, ...more }: Readonly<Record<string, unknown>> = {}): string => {
  const filter = encodeURIComponent(JSON.stringify({ limit: 10, where: { lojaId: store, ...more } }))
  return `/api/produtos?filter=${filter}${q === undefined ? '' : `&q=${encodeURIComponent(String(q))}`}`
}

const pace = { rounds: 5, seconds: 3 }

/** The generic list against the hand-written one, by the same SQL on both sides: with the count made, and with it known. */
export async function measureList(place: BenchEnvironment, token: string, store: number): Promise<BenchResult[]> {
  const whole = listOf(place, token, store)
  const hand = `${place.baseline.address}`
  let asked = 0
  // A bound below every price: all rows are found, and no two calls ask for the same count.
  const least = (): number => -++asked
  const counted = await measureAlternating(
    { ...whole, next: () => pathOf(store, { preco_vnd_prod: { gte: least() } }) },
    { url: `${hand}/priced`, next: () => `/priced?lojaId=${store}&least=${least()}` },
    pace,
  )
  const known = await measureAlternating(whole, { url: `${hand}/page?lojaId=${store}` }, pace)
  const usual = await measureAlternating(whole, { url: `${hand}/list?lojaId=${store}` }, pace)
  return [
    line('List, 10 rows + count, 20,000 products; both count for every call', counted),
    line('the same; neither counts (the count is known on both sides)', known),
    { ...line('the same as it runs: ours counts after changes only, the hand-written one always', usual), beside: true },
  ]
}

function line(what: string, turns: AlternatingResults): BenchResult {
  const { ours, other, ratio } = compareSides(turns, 'rate')
  return { what, ours: perSecond(ours), baseline: perSecond(other), ratio, bar: { least: 0.85 } }
}

/** The same list for an employee with few rights and for the platform's administrator. */
export async function measureRole(place: BenchEnvironment, employee: string, admin: string, store: number): Promise<BenchResult> {
  const turns = await measureAlternating(listOf(place, employee, store), listOf(place, admin, store), pace)
  const { ours, other, ratio } = compareSides(turns, 'median')
  return {
    what: 'Same list, employee against administrator, latency',
    ours: milliseconds(ours),
    baseline: milliseconds(other),
    ratio,
    bar: { most: 1.2 },
  }
}
