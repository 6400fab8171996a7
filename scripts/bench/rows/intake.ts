import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { receiveSales } from '../../../src/domain/sales/intake/receiveSales.ts'
import type { Model } from '../../../src/model/model.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BenchResult, limitLine, rateOf } from '../figures.ts'
import type { Bench } from '../places/bench.ts'
import type { Place } from '../places/contest.ts'
import { type Counter, counterOf, soldAt } from '../seeds/counterSales.ts'
import { productsSetup, STORE } from '../seeds/productsSetup.ts'
import { median, quantile } from '../statistics.ts'
import { adminOf } from './list.ts'

/** Seconds of a turn in which sales arrive. */
const SECONDS = 2
/** Calls under way at once, as of so many points of sale. */
const CALLS = 4
const BATCH = 500
const LEAST = 2_000

/** Sales that arrive in batches and are written with their sums, and what the sums cost: the same batches without them. */
export async function* measureIntake(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const admin = await adminOf(contest)
  const counter = await contest.each(place => counterOf(place.client, STORE))
  const turns = await contest.solo(place => sendFor(place, admin(place), counter(place)), { rounds: 5 })
  const what = `Sales that points of sale send, in batches of ${BATCH}: 3 lines and 1.2 receipts each, sums for reports included`
  yield limitLine(what, turns, rateOf('sales'), LEAST)
  // These run the statements of this version's code.
  if (contest.rival) return
  const { model } = readDefinitions()
  const cost = (left: RegExp): Promise<readonly number[]> => costOf(left, contest.ours, model, counter(contest.ours))
  yield costLine('the same work in the database without and with the sums, time', await cost(/resumos\.|estoque\./))
  const ledger = await cost(/estoque\./)
  yield { ...costLine('the same work in the database without and with the ledger of stock, time', ledger), bar: { most: 1.3 } }
}

const costLine = (what: string, ratios: readonly number[]): BenchResult => ({
  ...{ what, ours: '', other: '', ratio: median(ratios) },
  spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
})

let sent = 0

/** Sends batches from several points of sale for a turn: sales a second. */
async function sendFor({ server }: Place, token: string, counter: Counter): Promise<number> {
  const random = createSeededRandom(++sent)
  const until = performance.now() + SECONDS * 1000
  const started = performance.now()
  let sales = 0
  const pump = async (): Promise<void> => {
    while (performance.now() < until) {
      const body = JSON.stringify({ lojaId: STORE, movimentos: soldAt(counter, random, BATCH) })
      const reply = await fetch(`${server.address}/api/Movimentos/lote`, {
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

/** Times of batches with some of their statements over those without, one after the other in one connection. */
async function costOf(left: RegExp, { client }: Place, model: Model, counter: Counter): Promise<readonly number[]> {
  const random = createSeededRandom(++sent)
  const run = async (whole: boolean): Promise<number> => {
    const bodies = soldAt(counter, random, BATCH)
    const started = performance.now()
    await client.query('BEGIN')
    let before: Promise<unknown> = Promise.resolve()
    const ask = async (text: string, params: readonly unknown[] = []) => {
      if (!whole && left.test(text)) return { rows: [], rowCount: 0 }
      // Prepared, as the server's connections do with what repeats.
      const name = names.get(text) ?? `intake${names.size}`
      names.set(text, name)
      const { rows, rowCount } = await client.query({ name, text, values: [...params] })
      return { rows, rowCount: rowCount ?? 0 }
    }
    // Queries at once go through this one connection in turn.
    const query = (text: string, params?: readonly unknown[]) => {
      const answer = before.then(() => ask(text, params))
      before = answer.catch(() => undefined)
      return answer
    }
    await receiveSales(bodies, STORE, model, { query: query as never })
    await client.query('COMMIT')
    return performance.now() - started
  }
  const ratios: number[] = []
  for (let round = 0; round < 15; round++) {
    const without = await run(false)
    ratios.push((await run(true)) / without)
  }
  return ratios
}
