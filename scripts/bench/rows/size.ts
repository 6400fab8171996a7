import { compared, type Line, median, milliseconds } from '../figures.ts'
import { inTurns } from '../load.ts'
import type { Place } from '../place.ts'
import { listOf, pathOf } from './list.ts'

/** A store and how many products it has. */
export interface Filled {
  readonly id: number
  readonly products: number
}

const pace = { rounds: 5, seconds: 3 }

/** How much slower a list gets as its store grows a hundredfold. */
export async function measureSize(place: Place, token: string, large: Filled, small: Filled): Promise<Line[]> {
  const many = large.products.toLocaleString('en-US')
  const few = small.products.toLocaleString('en-US')
  const ask = async (what: string, more: Readonly<Record<string, unknown>>): Promise<Line> => {
    const turns = await inTurns(listOf(place, token, large.id, more), listOf(place, token, small.id, more), pace)
    const { ours, other, ratio } = compared(turns, 'p95')
    return { what, ours: milliseconds(ours), ceiling: milliseconds(other), ratio, bar: { most: 1.5 } }
  }
  return [
    await ask(`List p95, ${many} products of one store against ${few}`, {}),
    { ...(await ask('the same with `q`, a word that few names have', { q: 'marca17771' })), beside: true },
    { ...(await ask('the same with `q`, the beginning of a word that many names have', { q: 'caf' })), beside: true },
    { ...(await firstCounts(place, token, large, small)), beside: true },
  ]
}

/** One list at a time, each of which must count anew: what the first list after a change costs. */
async function firstCounts(place: Place, token: string, large: Filled, small: Filled): Promise<Line> {
  let asked = 0
  const once = async (store: number): Promise<number> => {
    const path = pathOf(store, { preco_vnd_prod: { gte: -++asked } })
    const started = performance.now()
    const reply = await fetch(`${place.ours.address}${path}`, { headers: { authorization: token } })
    await reply.arrayBuffer()
    return performance.now() - started
  }
  const took: { large: number[]; small: number[] } = { large: [], small: [] }
  for (let round = 0; round < 15; round++) {
    took.large.push(await once(large.id))
    took.small.push(await once(small.id))
  }
  const [ours, other] = [median(took.large), median(took.small)]
  return {
    what: 'the same when all rows must be counted anew, by a condition on their price',
    ours: milliseconds(ours),
    ceiling: milliseconds(other),
    ratio: ours / other,
  }
}
