import { type BenchResult, rate, speedLine } from '../figures.ts'
import { loadTurns } from '../loadTest.ts'
import type { Bench } from '../places/bench.ts'
import type { Place } from '../places/contest.ts'
import { productsSetup, STORE } from '../seeds/productsSetup.ts'
import { pick } from '../turns.ts'
import { adminOf } from './list.ts'

/** The generic save, validated and audited, against a hand-written insert with the same line of the history. */
export async function* measureSave(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const admin = await adminOf(contest)
  const fresh = await contest.each(place => newProducts(place, STORE))
  const turns = await loadTurns(
    contest,
    place => ({
      url: `${place.server.address}/api/produtos?lojaId=${STORE}`,
      token: admin(place),
      method: 'POST',
      body: fresh(place),
    }),
    place => ({ url: `${contest.byHand}/save`, method: 'POST', body: fresh(place) }),
    // Its code is long: it takes more calls than others until all of it is compiled.
    { rounds: 9, warm: 4 },
  )
  yield speedLine(
    'Save of a new product: checked, in the history, flushed to disk',
    pick(turns, answers => answers.rate),
    rate,
    0.7,
  )
}

let code = 50_000_000

/** Bodies of new products like one that the store has, each with a code of its own. */
export async function newProducts({ client }: Pick<Place, 'client'>, store: number): Promise<() => unknown> {
  const { rows } = await client.query<{ record: Record<string, unknown> }>(
    `SELECT jsonb_strip_nulls(to_jsonb(p) - '_busca' - 'id' - 'version' - 'createdAt' - 'updatedAt' - 'cod_aux' - 'fotoUrl') AS record
     FROM produtos p WHERE "lojaId" = $1 ORDER BY id LIMIT 1`,
    [store],
  )
  const record = rows[0]?.record ?? {}
  return () => {
    code++
    return { ...record, cod_prod: String(code), desc_prod: `Produto medido ${code}` }
  }
}
