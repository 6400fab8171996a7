import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededRandom, type SeededRandom } from '../../../src/base/seededRandom.ts'
import { changeSales } from '../../../src/domain/sales/tables/changeSales.ts'
import {
  bookBalances,
  recordComposition,
  recordStockCount,
  recordStockEntries,
  removeStockEntries,
} from '../../../src/domain/stock/public.ts'
import { goodsSums } from '../../../src/domain/stock/tables/goodsSums.ts'
import { stockLedger } from '../../../src/domain/stock/tables/stockLedger.ts'
import { lockRows } from '../../../src/server/write/store/namedRows.ts'
import { createSalesStore, randomSale, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'
import { naiveBalance, type StockStory, soldLines } from './naiveStock.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

const send = (counter: SalesStore, movimentos: unknown[]) =>
  shop.as({ userId: 2, stores: [counter.store], flags: ['caixa_operar'] })('POST', '/api/Movimentos/lote', {
    lojaId: counter.store,
    movimentos,
  })

const write = <T>(counter: SalesStore, run: Parameters<typeof shop.database.write<T>>[1]): Promise<T> =>
  shop.database.write({ stores: [counter.store] }, run)

/** Balances as exact texts by product. */
const balances = async (counter: SalesStore, moment: string, products = counter.products): Promise<Record<number, string>> => {
  const found = await shop.database.read({ stores: [counter.store] }, q => bookBalances(q, counter.store, products, moment))
  return Object.fromEntries(found.map(({ produtoId, balance }) => [produtoId, Number(balance).toFixed(6)]))
}

const differences = async () => {
  const checks = [...(await goodsSums.verify(shop.database.system)), ...(await stockLedger.verify(shop.database.system))]
  return checks.filter(check => check.differences > 0)
}

const BEGIN = Date.UTC(2019, 0, 20)
const iso = (at: number): string => new Date(at).toISOString()

/** A moment in the weeks of the sales; sometimes on the full hour, or the first of a month. */
const moment = (random: SeededRandom): number => {
  const at = BEGIN + random.whole(0, 50 * 24 * 60) * 60_000 + random.whole(0, 59_999)
  return random.chance(0.1) ? at - (at % 3_600_000) : random.chance(0.05) ? Date.UTC(2019, 1, 1) : at
}

describe('the ledger of stock', () => {
  test('tells what a calculation by hand tells, at any moment, whatever arrives in whatever order', async () => {
    const counter = await createSalesStore(shop, 'Norte', 'America/Sao_Paulo')
    const random = createSeededRandom(31)
    const story: StockStory = { entries: [], counts: [], compositions: [] }
    const sent: Record<string, unknown>[] = []
    for (let round = 0; round < 60; round++) {
      const step = random.whole(0, 9)
      if (step < 4) {
        const batch = Array.from({ length: 12 }, () =>
          randomSale(counter, random, random.chance(0.35) && sent.length > 0 ? random.pick(sent) : undefined),
        )
        sent.push(...batch)
        const unique = new Map(batch.map(sale => [`${sale.equipamentoId} ${sale.chave}`, sale]))
        expect((await send(counter, [...unique.values()])).body).toMatchObject({ recusados: 0 })
      } else if (step < 6) {
        const at = moment(random)
        const sold = random.chance(0.3)
        const lines = counter.products
          .filter(() => random.chance(0.6))
          .map(produtoId => ({ produtoId, at, quantity: (sold ? -1 : 1) * (random.whole(1, 90_000) / 10_000), begins: !sold }))
        story.entries.push(...lines)
        await write(counter, q =>
          recordStockEntries(
            q,
            lines.map(({ produtoId, quantity }) => ({
              lojaId: counter.store,
              produtoId,
              moment: iso(at),
              quantity,
              cost: 2,
              reason: sold ? 'venda' : random.pick(['compra', 'nota'] as const),
              source: { register: 'pedidos', id: round },
            })),
          ),
        )
      } else if (step < 8) {
        const at = moment(random)
        const lines = counter.products
          .filter(() => random.chance(0.4))
          .map(produtoId => ({ produtoId, quantity: random.whole(0, 9000) / 1000 }))
        const held = await soldLines(shop.database.system, counter.store)
        const found = await write(counter, q =>
          recordStockCount(q, { lojaId: counter.store, source: { register: 'inventarios', id: round }, moment: iso(at), lines }),
        )
        for (const { produtoId, quantity, book, difference } of found) {
          const expected = naiveBalance(story, held, produtoId, at)
          expect(book === null ? undefined : Number(book).toFixed(6)).toBe(expected)
          expect(Number(difference).toFixed(6)).toBe(
            (expected === undefined ? 0 : Number(quantity) - Number(expected)).toFixed(6),
          )
        }
        story.counts.push(...lines.map(line => ({ ...line, at, order: round })))
      } else {
        const composed = random.pick(counter.products)
        const at = moment(random)
        const items = random.chance(0.25)
          ? []
          : counter.products
              .filter(id => id !== composed && random.chance(0.4))
              .map(produtoId => ({ produtoId, quantity: random.whole(1, 3000) / 1000 }))
        const made = { produtoId: composed, kind: random.pick(['ficha', 'combo'] as const), at, items }
        story.compositions.push(made)
        await write(counter, q => recordComposition(q, { lojaId: counter.store, ...made, moment: iso(at) }))
      }
      if (round % 5 !== 4) continue
      const lines = await soldLines(shop.database.system, counter.store)
      for (const at of [...Array.from({ length: 6 }, () => moment(random)), Date.UTC(2026, 0, 1)]) {
        const expected = counter.products.flatMap(id => {
          const balance = naiveBalance(story, lines, id, at)
          return balance === undefined ? [] : [[id, balance] as const]
        })
        expect(await balances(counter, iso(at)), `round ${round}, ${iso(at)}`).toEqual(Object.fromEntries(expected))
      }
    }
    expect(await differences()).toEqual([])
  })

  test('gives goods back at the moment of a cancellation, and of a deleted line', async () => {
    const counter = await createSalesStore(shop, 'Sul')
    const [dish = 0] = counter.products
    const source = { register: 'inventarios', id: 1 }
    await write(counter, q =>
      recordStockCount(q, {
        lojaId: counter.store,
        source,
        moment: '2026-03-01T00:00:00Z',
        lines: [{ produtoId: dish, quantity: 10 }],
      }),
    )
    const reply = (await send(counter, [saleOf(counter, { chave: 'um' })])).body as unknown as { resultados: { id: number }[] }
    const id = reply.resultados[0]?.id ?? 0
    expect(await balances(counter, '2026-03-11T00:00:00Z', [dish])).toEqual({ [dish]: '8.000000' })
    await write(counter, async q => {
      await lockRows(q, 'Movimentos', counter.store, [id])
      await changeSales(q, counter.store, [id], async () => {
        await q.query(`UPDATE "Movimentos" SET deletado_em = '2026-03-12T10:00:00Z' WHERE "lojaId" = $1 AND id = $2`, [
          counter.store,
          id,
        ])
        return undefined
      })
    })
    expect(await balances(counter, '2026-03-12T09:59:59Z', [dish])).toEqual({ [dish]: '8.000000' })
    expect(await balances(counter, '2026-03-12T10:00:00Z', [dish])).toEqual({ [dish]: '10.000000' })
  })

  test('is written once by a source that is sent again, and taken back with it', async () => {
    const counter = await createSalesStore(shop, 'Leste')
    const [dish = 0] = counter.products
    const source = { register: 'pedidos', id: 7 }
    const entry = {
      lojaId: counter.store,
      produtoId: dish,
      moment: '2026-01-05T12:00:00Z',
      quantity: 3,
      reason: 'compra',
      source,
    } as const
    await write(counter, q => recordStockEntries(q, [entry, entry]))
    await write(counter, q => recordStockEntries(q, [entry]))
    expect(await balances(counter, '2026-01-06T00:00:00Z')).toEqual({ [dish]: '3.000000' })
    const count = (quantity: number) =>
      write(counter, q =>
        recordStockCount(q, {
          lojaId: counter.store,
          source: { register: 'inventarios', id: 2 },
          moment: '2026-01-07T12:00:00Z',
          lines: [{ produtoId: dish, quantity }],
        }),
      )
    const first = await count(2.5)
    expect(first).toMatchObject([{ produtoId: dish, book: '3.0000', difference: '-0.5000' }])
    expect(await count(9)).toEqual(first)
    await write(counter, q => removeStockEntries(q, counter.store, { register: 'inventarios', id: 2 }))
    await write(counter, q => removeStockEntries(q, counter.store, source))
    expect(await balances(counter, '2026-02-01T00:00:00Z')).toEqual({})
  })

  test('of one store is seen by that store alone', async () => {
    const ours = await createSalesStore(shop, 'Nossa')
    const theirs = await createSalesStore(shop, 'Deles')
    const [dish = 0] = ours.products
    const source = { register: 'pedidos', id: 1 }
    await write(ours, q =>
      recordStockEntries(q, [{ lojaId: ours.store, produtoId: dish, moment: iso(BEGIN), quantity: 1, reason: 'compra', source }]),
    )
    const seen = await shop.database.read({ stores: [theirs.store] }, q =>
      bookBalances(q, ours.store, ours.products, iso(Date.now())),
    )
    expect(seen).toEqual([])
    for (const table of ['lancamentos', 'contagens', 'composicoes', 'expansoes', 'vendas_hora', 'vendas_mes']) {
      const { rows } = await shop.database.read({ stores: [theirs.store] }, q =>
        q.query(`SELECT FROM estoque.${table} WHERE "lojaId" = $1 LIMIT 1`, [ours.store]),
      )
      expect(rows).toEqual([])
    }
  })

  test('has its sums made anew by the command', async () => {
    const counter = await createSalesStore(shop, 'Oeste')
    await send(counter, [saleOf(counter, { chave: 'dois' })])
    await shop.database.asOwner(q => q.query('UPDATE estoque.vendas_hora SET qtd = qtd + 1 WHERE "lojaId" = $1', [counter.store]))
    expect(await differences()).toHaveLength(1)
    await shop.database.asOwner(q => goodsSums.rebuild(q, counter.store))
    expect(await differences()).toEqual([])
  })
})
