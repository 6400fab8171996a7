import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchResult, rate, slownessLine, speedLine, time } from '../../figures.ts'
import { measureLoad } from '../../loadTest.ts'
import { pagesSetup, visitorOf } from '../../pages/browserSession.ts'
import { openProduct, type PageTask, route } from '../../pages/tasks.ts'
import { visiting } from '../../pages/visiting.ts'
import type { Bench } from '../../places/bench.ts'
import type { Place, Setup } from '../../places/contest.ts'
import { scratchFolder } from '../../places/scratchFolder.ts'
import { STORE } from '../../seeds/productsSetup.ts'
import { median } from '../../statistics.ts'
import { pick, takeTurns } from '../../turns.ts'
import { pathOf } from '../list.ts'

/** Own fields of the layer; people have filled in one of ten. */
const FIELDS = 50
/** How much longer a list and a form may take, and the share of calls that is left at least. */
const MOST = 1.05
const LEAST = 0.95
const kinds = [
  { type: 'string', maxLength: 60 },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'string', format: 'date' },
  { type: 'integer' },
]

/** The servers with pages, and a layer whose fields stand in no list and no form. */
const layerSetup: Setup = {
  pages: true,
  async env(checkout, dataDir) {
    const { path } = await scratchFolder()
    const folder = join(path, 'registers', 'cardapio')
    await mkdir(folder, { recursive: true })
    const fields = Array.from({ length: FIELDS }, (_, at) => [
      `x_bench_${at}`,
      { ...kinds[at % kinds.length], title: `Campo ${at}` },
    ])
    await writeFile(join(path, 'layer.json'), JSON.stringify({ name: 'bench', prefix: 'bench', product: '^0.1' }))
    await writeFile(join(folder, 'produtos.schema.json'), JSON.stringify({ properties: Object.fromEntries(fields) }))
    return { ...(await pagesSetup.env?.(checkout, dataDir)), LAYERS: path }
  },
}

/** A list and a form of products with a layer of own fields, against the same without. */
export async function* measureLayer(bench: Bench): AsyncGenerator<BenchResult> {
  const { ours: plain, beside } = await bench.contest(pagesSetup)
  const layered = await beside(layerSetup)
  const filled = Array.from({ length: FIELDS / 10 }, (_, at) => `x_bench_${at * 10} = 'Valor ' || id`)
  // Both tables are written anew, so that their rows lie alike.
  for (const [{ client }, values] of [[layered, filled.join(', ')] as const, [plain, 'desc_prod = desc_prod'] as const]) {
    await client.query(`UPDATE produtos SET ${values}`)
    await client.query('VACUUM ANALYZE produtos')
  }
  const token = new Map([plain, layered].map(place => [place, place.token('dono@demo.com.br')]))
  const what = `with a layer of ${FIELDS} own fields, against none`
  const asked = async (place: Place, path: string) =>
    measureLoad({ url: `${place.server.address}${path}`, token: (await token.get(place)) ?? '' }, 1)
  const lists = await takeTurns(
    // As the page asks where a register has own fields.
    () => asked(layered, pathOf(STORE, {}, { fields: 'list' })),
    () => asked(plain, pathOf(STORE)),
    { rounds: 9, warm: 2 },
  )
  yield speedLine(
    `Call for a list ${what}`,
    pick(lists, each => each.rate),
    rate,
    LEAST,
  )
  const visitors = new Map([[plain, await visitorOf(plain)] as const, [layered, await visitorOf(layered)] as const])
  const opened = async <T extends { readonly times: readonly number[] }>(task: PageTask<T>) => {
    const visit = visiting(place => visitors.get(place) as NonNullable<ReturnType<typeof visitors.get>>, task)
    const turns = await takeTurns(
      turn => visit(layered, 'ours', turn),
      turn => visit(plain, 'ours', turn),
      { rounds: 24 },
    )
    return pick(turns, ({ times }) => median(times))
  }
  yield slownessLine(`List from a click of no time in the menu to painted rows, ${what}`, await opened(route('none')), time, MOST)
  yield slownessLine(
    `Product from a click of no time in the list to its painted form, ${what}`,
    await opened(openProduct),
    time,
    MOST,
  )
}
