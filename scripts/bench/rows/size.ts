import { type BenchResult, slownessLine, time } from '../figures.ts'
import { loadTurns } from '../loadTest.ts'
import type { Bench } from '../places/bench.ts'
import type { Contest, Place, Setup } from '../places/contest.ts'
import { fillProducts } from '../seeds/fillProducts.ts'
import { timed } from '../timed.ts'
import { pick } from '../turns.ts'
import { adminOf, listOf, pathOf } from './list.ts'

const small = { id: 2, products: 10_000 }

/** A store of so many products beside a small one. */
export function sizeSetup(products: number): Setup & { readonly large: typeof small } {
  const large = { id: 3, products }
  const fill: NonNullable<Setup['seed']>['fill'] = client => fillProducts(client, [small, large])
  return { large, seed: { name: `${products.toLocaleString('en-US')} products`, single: true, fill } }
}

/** How much slower a list gets as its store grows a hundredfold. */
export async function* measureSize(bench: Bench, setup: ReturnType<typeof sizeSetup>): AsyncGenerator<BenchResult> {
  const { large } = setup
  const contest = await bench.contest(setup)
  const admin = await adminOf(contest)
  const ask = async (
    what: string,
    more: Readonly<Record<string, unknown>>,
    most?: number,
    anew = false,
  ): Promise<BenchResult> => {
    const target = (store: number) => (place: Place) => ({
      ...listOf(place, admin(place), store, more),
      ...(anew ? { next: () => pathOf(store, differing(more)) } : {}),
    })
    const turns = await loadTurns(contest, target(large.id), target(small.id))
    return slownessLine(
      what,
      pick(turns, answers => answers.p95),
      time,
      most,
    )
  }
  const [many, few] = [large, small].map(store => store.products.toLocaleString('en-US'))
  yield await ask(`List p95, ${many} products of one store against ${few}`, {}, 1.5)
  yield await ask('the same with `q`, a word that few names have', { q: 'marca17771' })
  yield await ask('the same with `q`, the beginning of a word that many names have', { q: 'caf' })
  yield await ask('the same, each call something else, so that nothing of it is known', { q: 'caf' }, undefined, true)
  yield await afterChanges(contest, admin, large.id)
}

let asked = 0

/** A bound below every price: the same rows are found, and no two calls ask for the same. */
const differing = (more: Readonly<Record<string, unknown>>) => ({ ...more, preco_vnd_prod: { gte: -++asked } })

/** The list that is asked for right after somebody changed a product: its count must be made anew. */
async function afterChanges(contest: Contest, admin: (place: Place) => string, large: number): Promise<BenchResult> {
  const after = (store: number) => (place: Place) => afterChange(place, admin(place), store)
  const turns = await contest.turns(after(large), after(small.id), { rounds: 15 })
  return slownessLine('the same right after a change in the store, when all rows are counted anew', turns, time)
}

async function afterChange({ client, server: { address } }: Place, token: string, store: number): Promise<number> {
  const { rows } = await client.query<{ id: string; on: boolean }>(
    'SELECT id, stt_prod AS on FROM produtos WHERE "lojaId" = $1 ORDER BY id LIMIT 1',
    [store],
  )
  const headers = { authorization: token, 'content-type': 'application/json' }
  const body = JSON.stringify({ lojaId: store, id: Number(rows[0]?.id), stt_prod: !rows[0]?.on })
  const saved = await fetch(`${address}/api/produtos`, { method: 'PATCH', headers, body })
  if (!saved.ok) throw new Error(`the change was refused: ${await saved.text()}`)
  return timed(async () => (await fetch(`${address}${pathOf(store)}`, { headers: { authorization: token } })).arrayBuffer())
}
