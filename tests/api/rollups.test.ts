import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomOf } from '../../src/server/demo/random.ts'
import { changeSales, lockSales } from '../../src/server/sales/change.ts'
import { rebuildRollups } from '../../src/server/sales/prepare.ts'
import { rollups } from '../../src/server/sales/rollup.ts'
import { bareSums, rollupDifferences, rollupTable } from '../../src/server/sales/statements.ts'
import { type Counter, counterOf, randomSale, saleOf } from './sales.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let counters: Counter[]
beforeAll(async () => {
  shop = await openShop()
  counters = [await counterOf(shop, 'Leste'), await counterOf(shop, 'Oeste', 'America/Rio_Branco')]
})
afterAll(() => shop?.close())

const send = async (counter: Counter, movimentos: unknown[]) => {
  const reply = await shop.as({ userId: 2, stores: [counter.store], flags: ['caixa_operar'] })('POST', '/api/Movimentos/lote', {
    lojaId: counter.store,
    movimentos,
  })
  return reply.body as { resultados: { status: string; id: number; details?: unknown }[]; recusados: number }
}

/** Sums that are not those of the bare rows, of every rollup. */
async function differences(): Promise<string[]> {
  const found = await Promise.all(
    rollups.map(async rollup => {
      const { rows } = await shop.database.system.query(rollupDifferences(rollup))
      return rows.map(row => `${rollup.name} ${JSON.stringify(row)}`)
    }),
  )
  return found.flat()
}

/** All of a range as the bare rows tell it, beside what the reader of reports tells. */
async function twice(counter: Counter, reader: string, rollup: string, from: string, to: string): Promise<[string, string]> {
  const of = rollups.find(each => each.name === rollup)
  if (!of) throw new Error(rollup)
  const params = [counter.store, from, to]
  const measures = of.measures.map(({ name }) => `sum("${name}") AS "${name}"`).join(', ')
  const keys = of.keys
    .map(({ name }) => name)
    .filter(name => name !== 'lojaId' && name !== 'mes' && (reader !== 'f_produtos' || name !== 'dia'))
  const names = keys.map(name => `"${name}"`).join(', ')
  const ask = async (source: string): Promise<string> => {
    const { rows } = await shop.database.system.query(
      `SELECT ${names}, ${measures} FROM ${source} GROUP BY ${names} ORDER BY ${names}`,
      params,
      '',
    )
    return JSON.stringify(rows, null, 1)
  }
  const narrow = `m."lojaId" = $1 AND m.contado_em >= $2 AND m.contado_em < $3::timestamptz + interval '1 millisecond'`
  return [await ask(`resumos.${reader}($1, $2, $3)`), await ask(`(${bareSums(of, narrow)}) s`)]
}

describe('sums of sales', () => {
  test('are those of the bare rows over random sales, edits and cancellations, sent by several at once', async () => {
    const random = randomOf(7)
    const sent: Record<string, unknown>[][] = counters.map(() => [])
    for (let round = 0; round < 12; round++) {
      const batches = counters.flatMap((counter, at) => {
        const known = sent[at] ?? []
        return Array.from({ length: 3 }, () => {
          const batch = Array.from({ length: 25 }, () => {
            const again = known.length > 0 && random.chance(0.35) ? random.pick(known) : undefined
            const sale = randomSale(counter, random, again)
            known.push(sale)
            return sale
          })
          return { counter, batch: [...new Map(batch.map(sale => [`${sale.equipamentoId} ${sale.chave}`, sale])).values()] }
        })
      })
      const replies = await Promise.all(batches.map(({ counter, batch }) => send(counter, batch)))
      for (const { resultados } of replies) expect(resultados.filter(({ status }) => status === 'refused')).toEqual([])
    }
    expect(await differences()).toEqual([])
    const { rows } = await shop.database.system.query<{ n: string }>(
      'SELECT count(*) AS n FROM "Movimentos" WHERE deletado_em IS NOT NULL',
    )
    expect(Number(rows[0]?.n)).toBeGreaterThan(10)
  })
})
