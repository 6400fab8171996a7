import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { receiveSales } from '../../../src/domain/sales/intake/receiveSales.ts'
import type { Model } from '../../../src/model/model.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type Counter, counterOf, soldAt } from '../counterSales.ts'
import type { BenchEnvironment } from '../environment.ts'
import type { BenchResult } from '../figures.ts'
import { median } from '../statistics.ts'

/** Seconds for which sales arrive. */
const SECONDS = 15
/** Calls under way at once, as of so many points of sale. */
const CALLS = 4
const BATCH = 500

/** Sales that arrive in batches and are written with their sums, and what the sums cost: the same batches without them. */
export async function measureIntake(place: BenchEnvironment, token: string, store: number): Promise<BenchResult[]> {
  const counter = await counterOf(place.client, store)
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
      const body = JSON.stringify({ lojaId: store, movimentos: soldAt(counter, random, BATCH) })
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
    const bodies = soldAt(counter, random, BATCH)
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
