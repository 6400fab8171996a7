import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { pickWeighted, pizzeria } from '../../../src/domain/sales/demo/buyingHabits.ts'
import { receiveSales } from '../../../src/domain/sales/intake/receiveSales.ts'
import type { Model } from '../../../src/model/model.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import type { BenchEnvironment } from '../environment.ts'
import type { BenchResult } from '../figures.ts'
import { median } from '../statistics.ts'

/** Seconds for which sales arrive. */
const SECONDS = 15
/** Calls under way at once, as of so many points of sale. */
const CALLS = 4
const BATCH = 500

interface Counter {
  readonly equipment: readonly number[]
  readonly currencies: readonly number[]
  readonly products: readonly { readonly id: number; readonly cents: number }[]
  readonly staff: readonly number[]
}

/** Sales that arrive in batches and are written with their sums, and what the sums cost: the same batches without them. */
export async function measureIntake(place: BenchEnvironment, token: string, store: number): Promise<BenchResult[]> {
  const counter = await counterOf(place, store)
  await sendFor(place, token, store, counter, 3)
  const rate = await sendFor(place, token, store, counter, SECONDS)
  const { model } = readDefinitions()
  const ratio = await costOf(/resumos\.|estoque\./, place, model, store, counter)
  const ledger = await costOf(/estoque\./, place, model, store, counter)
  return [
    {
      what: `Sales that points of sale send, in batches of ${BATCH}: 3 lines and 1.2 receipts each, sums for reports included`,
      ours: `${Math.round(rate).toLocaleString('en-US')} sales/s`,
      baseline: '2,000 sales/s',
      ratio: rate / 2000,
      bar: { least: 1 },
    },
    { what: 'the same work in the database without and with the sums, time', ours: '', baseline: '', ratio, beside: true },
    {
      what: 'the same work in the database without and with the ledger of stock, time',
      ours: '',
      baseline: '',
      ratio: ledger,
      bar: { most: 1.3 },
    },
  ]
}

let sent = 0

/** Sends batches from several points of sale for so many seconds: sales a second. */
async function sendFor(
  place: BenchEnvironment,
  token: string,
  store: number,
  counter: Counter,
  seconds: number,
): Promise<number> {
  const random = createSeededRandom(++sent)
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  let sales = 0
  const pump = async (): Promise<void> => {
    while (performance.now() < until) {
      const body = JSON.stringify({ lojaId: store, movimentos: batch(counter, random) })
      const reply = await fetch(`${place.ours.address}/api/Movimentos/lote`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body,
      })
      const { recebidos } = (await reply.json()) as { recebidos?: number }
      if (recebidos !== BATCH) throw new Error(`The intake took ${recebidos} of ${BATCH} sales: ${reply.status}`)
      sales += recebidos
    }
  }
  await Promise.all(Array.from({ length: CALLS }, pump))
  return (sales / (performance.now() - started)) * 1000
}

/** Statements that the connection has prepared: by their texts. */
const names = new Map<string, string>()

/** Time of batches with some of their statements over time without, one after the other in one connection. */
async function costOf(
  left: RegExp,
  { client }: BenchEnvironment,
  model: Model,
  store: number,
  counter: Counter,
): Promise<number> {
  const random = createSeededRandom(++sent)
  const run = async (whole: boolean): Promise<number> => {
    const bodies = batch(counter, random)
    const started = performance.now()
    await client.query('BEGIN')
    const query = async (text: string, params: readonly unknown[] = []) => {
      if (!whole && left.test(text)) return { rows: [], rowCount: 0 }
      // Prepared, as the server's connections do with what repeats.
      const name = names.get(text) ?? `intake${names.size}`
      names.set(text, name)
      const { rows, rowCount } = await client.query({ name, text, values: [...params] })
      return { rows, rowCount: rowCount ?? 0 }
    }
    await receiveSales(bodies, store, model, { query: query as never })
    await client.query('COMMIT')
    return performance.now() - started
  }
  const ratios: number[] = []
  for (let round = 0; round < 20; round++) {
    const without = await run(false)
    ratios.push((await run(true)) / without)
  }
  return median(ratios)
}

async function counterOf({ client }: BenchEnvironment, store: number): Promise<Counter> {
  const ids = async (text: string): Promise<number[]> =>
    (await client.query<{ id: string }>(text, [store])).rows.map(({ id }) => Number(id))
  const { rows } = await client.query<{ id: string; cents: string }>(
    `SELECT id, (preco_vnd_prod * 100)::bigint AS cents FROM produtos WHERE "lojaId" = $1 AND preco_vnd_prod > 0 ORDER BY id LIMIT 150`,
    [store],
  )
  return {
    equipment: await ids('SELECT id FROM equipamentos WHERE "lojaId" = $1 ORDER BY id LIMIT 4'),
    currencies: await ids('SELECT id FROM moedas WHERE "lojaId" = $1 ORDER BY id LIMIT 5'),
    products: rows.map(({ id, cents }) => ({ id: Number(id), cents: Number(cents) })),
    staff: await ids('SELECT id FROM parceiros WHERE "lojaId" = $1 AND funcionario ORDER BY id LIMIT 6'),
  }
}

/** Some products are sold all the time, most now and then. */
function wanted({ products }: Counter, random: ReturnType<typeof createSeededRandom>): Counter['products'][number] {
  const product = products[Math.min(products.length - 1, Math.floor(products.length ** random.next()) - 1)]
  if (!product) throw new Error('The store sells nothing')
  return product
}

let keys = 0

function batch(counter: Counter, random: ReturnType<typeof createSeededRandom>): Record<string, unknown>[] {
  const now = Date.now()
  return Array.from({ length: BATCH }, () => {
    const lines = Array.from({ length: 3 }, () => {
      const { id, cents } = wanted(counter, random)
      const quantity = random.whole(1, 3)
      const gross = quantity * cents
      return {
        produtoId: id,
        qtd: quantity,
        valor_unitario: cents / 100,
        valor_bruto: gross / 100,
        gross,
        garcomId: random.pick(counter.staff),
      }
    })
    const total = lines.reduce((sum, { gross }) => sum + gross, 0)
    const half = Math.floor(total / 2)
    const received = random.chance(0.2) ? [half, total - half] : [total]
    const at = now - random.whole(0, 4 * 3_600_000)
    const [canal_venda, tipo_venda] = pickWeighted(
      random,
      pizzeria.ways.map(way => [way, way[2]] as const),
    )
    return {
      equipamentoId: random.pick(counter.equipment),
      chave: `bench-${process.pid}-${++keys}`,
      aberto_em: new Date(at - 1_800_000).toISOString(),
      fechado_em: new Date(at).toISOString(),
      recebido_em: new Date(at).toISOString(),
      canal_venda,
      tipo_venda,
      produtos: lines.map(({ gross: _, ...line }) => line),
      recebimentos: received.map(cents => ({ moedaId: random.pick(counter.currencies), valor: cents / 100 })),
    }
  })
}
