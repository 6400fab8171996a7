import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSalesStore, type SalesStore } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
})
afterAll(() => shop?.close())

const cancel = (equipamentoTransacaoId: number, ...flags: string[]) =>
  shop.as({ userId: 2, stores: [counter.store], flags: flags.length > 0 ? flags : ['pdv_relatorios'] })(
    'POST',
    '/api/Transaction_pos/cancelar',
    { lojaId: counter.store, equipamentoTransacaoId },
  )

const waiting = async (more = 'NULL'): Promise<number> => {
  const { rows } = await shop.database.system.query<{ id: string }>(
    `INSERT INTO equipamento_transacaos ("lojaId", "equipamentoId", tipo, valor, "transactionPosId") VALUES ($1, $2, 'CREDITO', 12.5, ${more}) RETURNING id`,
    [counter.store, counter.equipment[0]],
  )
  return Number(rows[0]?.id)
}

test('a transaction that waits is cancelled once, and its terminal hears of it', async () => {
  const id = await waiting()
  const both = await Promise.all([cancel(id), cancel(id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(both.find(({ status }) => status === 400)?.body).toMatchObject({
    error: { message: 'Esta transação já foi cancelada.' },
  })
  const { rows } = await shop.database.system.query<{ n: string }>(
    'SELECT count(*) AS n FROM equipamento_eventos WHERE "lojaId" = $1 AND "equipamentoId" = $2',
    [counter.store, counter.equipment[0]],
  )
  expect(Number(rows[0]?.n)).toBe(1)
})

test('one that is done, unknown or for somebody else is refused', async () => {
  expect(await cancel(await waiting('77'))).toMatchObject({ status: 400, body: { error: { code: 'terminal.done' } } })
  expect((await cancel(999_999)).status).toBe(404)
  expect((await cancel(await waiting(), 'estoque_ver')).status).toBe(403)
})
