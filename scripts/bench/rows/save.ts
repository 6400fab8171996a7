import type { BenchEnvironment } from '../environment.ts'
import { type BenchResult, compareSides, perSecond } from '../figures.ts'
import { measureAlternating } from '../loadTest.ts'

/** The generic save, validated and audited, against a hand-written insert with the same line of the history. */
export async function measureSave(place: BenchEnvironment, token: string, store: number): Promise<BenchResult> {
  const fresh = await newProducts(place, store)
  const turns = await measureAlternating(
    { url: `${place.ours.address}/api/produtos?lojaId=${store}`, token, method: 'POST', body: fresh },
    { url: `${place.baseline.address}/save`, method: 'POST', body: fresh },
    { rounds: 5, seconds: 3, warm: 8 },
  )
  const { ours, other, ratio } = compareSides(turns, 'rate')
  return {
    what: 'Save of a new product: checked, in the history, flushed to disk',
    ours: perSecond(ours),
    baseline: perSecond(other),
    ratio,
    bar: { least: 0.7 },
  }
}

let code = 50_000_000

/** Bodies of new products like one that the store has, each with a code of its own. */
export async function newProducts({ client }: Pick<BenchEnvironment, 'client'>, store: number): Promise<() => unknown> {
  const { rows } = await client.query<{ record: Record<string, unknown> }>(
    `SELECT jsonb_strip_nulls(to_jsonb(p) - '_busca' - 'id' - 'version' - 'createdAt' - 'updatedAt' - 'cod_aux') AS record
     FROM produtos p WHERE "lojaId" = $1 ORDER BY id LIMIT 1`,
    [store],
  )
  const record = rows[0]?.record ?? {}
  return () => {
    code++
    return { ...record, cod_prod: String(code), desc_prod: `Produto medido ${code}` }
  }
}
