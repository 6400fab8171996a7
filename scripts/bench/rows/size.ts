import type { BenchEnvironment } from '../environment.ts'
import { type BenchResult, compareSides, milliseconds } from '../figures.ts'
import { measureAlternating } from '../loadTest.ts'
import { median } from '../statistics.ts'
import { listOf, pathOf } from './list.ts'

/** A store and how many products it has. */
export interface FilledStore {
  readonly id: number
  readonly products: number
}

const pace = { rounds: 5, seconds: 3 }

/** How much slower a list gets as its store grows a hundredfold. */
export async function measureSize(
  place: BenchEnvironment,
  token: string,
  large: FilledStore,
  small: FilledStore,
): Promise<BenchResult[]> {
  const many = large.products.toLocaleString('en-US')
  const few = small.products.toLocaleString('en-US')
  const ask = async (what: string, more: Readonly<Record<string, unknown>>, anew = false): Promise<BenchResult> => {
    const target = (store: number) => ({
      ...listOf(place, token, store, more),
      ...(anew ? { next: () => pathOf(store, differing(more)) } : {}),
    })
    const turns = await measureAlternating(target(large.id), target(small.id), pace)
    const { ours, other, ratio } = compareSides(turns, 'p95')
    return { what, ours: milliseconds(ours), baseline: milliseconds(other), ratio, bar: { most: 1.5 } }
  }
  return [
    await ask(`List p95, ${many} products of one store against ${few}`, {}),
    { ...(await ask('the same with `q`, a word that few names have', { q: 'marca17771' })), beside: true },
    { ...(await ask('the same with `q`, the beginning of a word that many names have', { q: 'caf' })), beside: true },
    { ...(await ask('the same, each call something else, so that nothing of it is known', { q: 'caf' }, true)), beside: true },
    { ...(await afterChanges(place, token, large, small)), beside: true },
  ]
}

let asked = 0

/** A bound below every price: the same rows are found, and no two calls ask for the same. */
const differing = (more: Readonly<Record<string, unknown>>) => ({ ...more, preco_vnd_prod: { gte: -++asked } })

/** The list that is asked for right after somebody changed a product: its count must be made anew. */
async function afterChanges(
  place: BenchEnvironment,
  token: string,
  large: FilledStore,
  small: FilledStore,
): Promise<BenchResult> {
  const took: { large: number[]; small: number[] } = { large: [], small: [] }
  for (let round = 0; round < 15; round++) {
    took.large.push(await afterChange(place, token, large.id))
    took.small.push(await afterChange(place, token, small.id))
  }
  const [ours, other] = [median(took.large), median(took.small)]
  return {
    what: 'the same right after a change in the store, when all rows are counted anew',
    ours: milliseconds(ours),
    baseline: milliseconds(other),
    ratio: ours / other,
  }
}

async function afterChange(place: BenchEnvironment, token: string, store: number): Promise<number> {
  const { rows } = await place.client.query<{ id: string; on: boolean }>(
    'SELECT id, stt_prod AS on FROM produtos WHERE "lojaId" = $1 ORDER BY id LIMIT 1',
    [store],
  )
  const headers = { authorization: token, 'content-type': 'application/json' }
  const body = JSON.stringify({ lojaId: store, id: Number(rows[0]?.id), stt_prod: !rows[0]?.on })
  const saved = await fetch(`${place.ours.address}/api/produtos`, { method: 'PATCH', headers, body })
  if (!saved.ok) throw new Error(`the change was refused: ${await saved.text()}`)
  const started = performance.now()
  const reply = await fetch(`${place.ours.address}${pathOf(store)}`, { headers: { authorization: token } })
  await reply.arrayBuffer()
  return performance.now() - started
}
