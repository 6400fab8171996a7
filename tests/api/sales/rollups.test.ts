import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { changeSales } from '../../../src/domain/sales/tables/changeSales.ts'
import { rollups } from '../../../src/domain/sales/tables/rollup.ts'
import { rollupDifferences, rollupSumsSql, rollupTable } from '../../../src/domain/sales/tables/rollupSql.ts'
import { salesRollups } from '../../../src/domain/sales/tables/salesRollups.ts'
import { lockRows } from '../../../src/server/write/store/namedRows.ts'
import { createSalesStore, randomSale, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counters: SalesStore[]
beforeAll(async () => {
  shop = await openShop()
  counters = [await createSalesStore(shop, 'Leste'), await createSalesStore(shop, 'Oeste', 'America/Rio_Branco')]
})
afterAll(() => shop?.close())

const send = async (counter: SalesStore, movimentos: unknown[]) => {
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
async function twice(counter: SalesStore, reader: string, rollup: string, from: string, to: string): Promise<[string, string]> {
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
  const scope = { store: '$1', and: `m.contado_em >= $2 AND m.contado_em < $3::timestamptz + interval '1 millisecond'` }
  return [await ask(`resumos.${reader}($1, $2, $3)`), await ask(`(${rollupSumsSql(of, scope)}) s`)]
}

describe('sums of sales', () => {
  test('are those of the bare rows over random sales, edits and cancellations, sent by several at once', async () => {
    const random = createSeededRandom(7)
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

  test('are told for any range of moments as the bare rows tell them, also across a change of offset', async () => {
    const random = createSeededRandom(11)
    const readers = [
      ['f_vendas', 'vendas_hora'],
      ['f_recebimentos', 'recebimentos_hora'],
      ['f_produtos', 'produtos_dia'],
      ['f_vendedores', 'vendedores_dia'],
    ] as const
    const day = 86_400_000
    const ranges = Array.from({ length: 12 }, () => {
      const from = Date.UTC(2019, 0, 20) + random.whole(0, 40 * 24 * 60) * 60_000
      return [
        from,
        from + random.pick([random.whole(0, 3_600_000), random.whole(0, 3 * day), random.whole(0, 60 * day)]),
      ] as const
    })
    // Whole days of the store, the day with 25 hours, and one moment.
    const fixed = [
      [Date.UTC(2019, 1, 1, 2), Date.UTC(2019, 2, 1, 3) - 1],
      [Date.UTC(2019, 1, 16, 2), Date.UTC(2019, 1, 17, 3) - 1],
      [Date.UTC(2019, 1, 17, 1, 30), Date.UTC(2019, 1, 17, 2, 30)],
      [Date.UTC(2019, 1, 5), Date.UTC(2019, 1, 5)],
    ] as const
    for (const [from, to] of [...ranges, ...fixed])
      for (const counter of counters)
        for (const [reader, rollup] of readers) {
          const [told, bare] = await twice(counter, reader, rollup, new Date(from).toISOString(), new Date(to).toISOString())
          expect(told, `${reader} ${new Date(from).toISOString()} ${new Date(to).toISOString()}`).toBe(bare)
        }
  })

  test('of one store are seen by that store alone', async () => {
    const [ours, theirs] = counters
    for (const rollup of rollups) {
      const seen = await shop.database.read({ stores: [theirs?.store ?? 0] }, q =>
        q.query(`SELECT FROM ${rollupTable(rollup)} WHERE "lojaId" = $1 LIMIT 1`, [ours?.store]),
      )
      expect(seen.rows).toEqual([])
    }
    const read = shop.database.read({ stores: [theirs?.store ?? 0] }, q =>
      q.query(`SELECT count(*) AS n FROM resumos.f_vendas($1, '2019-01-01', '2019-12-31')`, [ours?.store]),
    )
    expect((await read).rows).toEqual([{ n: '0' }])
  })

  test('follow a change of movements by other work of the server', async () => {
    const [counter] = counters
    if (!counter) throw new Error('No store')
    const { resultados } = await send(counter, [saleOf(counter, { chave: 'outro' })])
    const id = resultados[0]?.id ?? 0
    await shop.database.write({ stores: [counter.store] }, async q => {
      await lockRows(q, 'Movimentos', counter.store, [id])
      await changeSales(q, counter.store, [id], async () => {
        await q.query('UPDATE "Movimentos" SET deletado_em = now() WHERE "lojaId" = $1 AND id = $2', [counter.store, id])
        return undefined
      })
    })
    expect(await differences()).toEqual([])
  })

  test('are made anew by the command, and when a store moves to another time zone', async () => {
    const [counter] = counters
    await shop.database.asOwner(q =>
      q.query(`UPDATE resumos.produtos_dia SET qtd = qtd + 1 WHERE "lojaId" = $1`, [counter?.store]),
    )
    expect((await differences()).length).toBeGreaterThan(0)
    await shop.database.asOwner(q => salesRollups.rebuild(q, counter?.store))
    expect(await differences()).toEqual([])
    const moved = await shop.as({ userId: 1, stores: [counter?.store ?? 0], admin: true })(
      'PATCH',
      `/api/lojas/${counter?.store}`,
      {
        fuso_horario: 'America/Noronha',
      },
    )
    expect(moved.status).toBe(200)
    expect(await differences()).toEqual([])
  })

  test('are made anew when the move to another time zone is taken back, and when that is', async () => {
    const [counter] = counters
    const admin = shop.as({ userId: 1, stores: [counter?.store ?? 0], admin: true })
    await admin('PATCH', `/api/lojas/${counter?.store}`, { fuso_horario: 'Asia/Tokyo' })
    expect(await differences()).toEqual([])
    const [moved] = (await admin('GET', `/api/atividade?lojaId=${counter?.store}`)).body as unknown as { id: string }[]
    const undone = await admin('POST', `/api/atividade/${moved?.id}/desfazer`, { lojaId: counter?.store })
    expect(undone.body).toMatchObject({ desfeitos: 1, recusados: [] })
    expect(await differences()).toEqual([])
    const { acaoId } = undone.body as unknown as { acaoId: string }
    await admin('POST', `/api/atividade/${acaoId}/desfazer`, { lojaId: counter?.store })
    expect(await differences()).toEqual([])
  })
})
