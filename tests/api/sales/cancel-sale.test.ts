import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollups } from '../../../src/domain/sales/tables/rollup.ts'
import { rollupDifferences } from '../../../src/domain/sales/tables/rollupSql.ts'
import { createSalesStore, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counter: SalesStore
let user: number
beforeAll(async () => {
  shop = await openShop()
  counter = await createSalesStore(shop)
  const { rows } = await shop.database.system.query<{ id: string }>('SELECT min(id) AS id FROM users')
  user = Number(rows[0]?.id)
  await shop.database.system.query('DELETE FROM user_lojas WHERE "lojaId" = $1', [counter.store])
  await shop.database.system.query('INSERT INTO user_lojas ("lojaId", "userId", type, "parceiroId") VALUES ($1, $2, 2, $3)', [
    counter.store,
    user,
    counter.partners[1],
  ])
})
afterAll(() => shop?.close())

const someone = (...flags: string[]) => shop.as({ userId: user, stores: [counter.store], flags })
const cancel = (movimentoId: number, more: object = {}) =>
  someone('caixa_cancelar_venda')('POST', '/api/Movimentos/cancela', { lojaId: counter.store, movimentoId, ...more })

const send = async (chave: string, changes: object = {}): Promise<{ id: number; status: string }> => {
  const reply = await someone('caixa_operar')('POST', '/api/Movimentos/save', {
    lojaId: counter.store,
    ...saleOf(counter, { chave, ...changes }),
  })
  return reply.body as { id: number; status: string }
}

const revenue = async (): Promise<string | undefined> => {
  const { rows } = await shop.database.system.query<{ sum: string }>(
    `SELECT coalesce(sum(valor_final), 0) AS sum FROM "Movimentos" WHERE "lojaId" = $1 AND deletado_em IS NULL`,
    [counter.store],
  )
  for (const rollup of rollups) {
    const apart = await shop.database.system.query(rollupDifferences(rollup, { store: '$1' }), [counter.store])
    expect(apart.rows).toEqual([])
  }
  return rows[0]?.sum
}

test('a cancelled sale says who, when and why, and leaves the sums', async () => {
  const { id } = await send('c1')
  const before = await revenue()
  const reply = await cancel(id)
  expect(reply).toMatchObject({
    status: 200,
    body: { id, deletadoPorId: counter.partners[1], deletado_motivo: 'Cancelamento via nuvem' },
  })
  expect(Number(before) - Number(await revenue())).toBeCloseTo(76.89, 2)
  const read = await someone('pdv_relatorios')('GET', `/api/Movimentos/${id}?lojaId=${counter.store}`)
  expect(read.body).toMatchObject({ deletadoPorId: counter.partners[1], deletado_motivo: 'Cancelamento via nuvem' })
})

test('it is cancelled once, and what the equipment sends late does not bring it back', async () => {
  const { id } = await send('c2')
  const both = await Promise.all([cancel(id), cancel(id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const refused = both.find(({ status }) => status === 400)
  expect(refused?.body).toMatchObject({ error: { code: 'sale.cancelled', message: 'Este movimento já foi cancelado.' } })
  expect(await send('c2')).toMatchObject({ status: 'unchanged', id })
  expect(await send('c2', { observacao: 'outra', alterado_em: '2026-03-11T10:00:00-03:00' })).toMatchObject({
    status: 'unchanged',
  })
  await revenue()
})

test('a batch on its way and a cancellation leave a cancelled sale with right sums, whoever is first', async () => {
  const { id } = await send('c3')
  const changed = (n: number) => send('c3', { observacao: `vez ${n}`, alterado_em: `2026-03-11T10:0${n}:00-03:00` })
  const replies = await Promise.all([changed(1), cancel(id), changed(2)])
  expect(replies[1]).toMatchObject({ status: 200 })
  const { rows } = await shop.database.system.query<{ n: string }>(
    'SELECT count(*) AS n FROM "Movimentos" WHERE id = $1 AND deletado_em IS NOT NULL',
    [id],
  )
  expect(Number(rows[0]?.n)).toBe(1)
  await revenue()
})

test('it is refused in words', async () => {
  const { id } = await send('c4')
  const q = shop.database.system
  expect(
    (await someone('pdv_relatorios')('POST', '/api/Movimentos/cancela', { lojaId: counter.store, movimentoId: id })).status,
  ).toBe(403)
  expect(await cancel(id, { funcionarioId: counter.partners[2] })).toMatchObject({
    status: 400,
    body: { error: { code: 'sale.employee-other' } },
  })
  expect(await cancel(999_999_999)).toMatchObject({ status: 404 })
  expect(await cancel('x' as never)).toMatchObject({ status: 422 })
  const invoice = (issued: string) =>
    q.query(
      `INSERT INTO "NFCes" ("lojaId", "movimentoId", serie, "nNF", "dhEmi", situacao) VALUES ($1, $2, 1, 1, ${issued}, 'AUTORIZADA')`,
      [counter.store, id],
    )
  await invoice('now()')
  expect(await cancel(id)).toMatchObject({
    status: 400,
    body: { error: { message: 'Cancele a NFC-e antes de cancelar a venda.' } },
  })
  await q.query(`UPDATE "NFCes" SET "dhEmi" = now() - interval '2 hours' WHERE "movimentoId" = $1`, [id])
  expect(await cancel(id)).toMatchObject({ status: 400, body: { error: { code: 'sale.cancel-invoice-late' } } })
  await q.query('DELETE FROM "NFCes" WHERE "movimentoId" = $1', [id])
  await q.query(
    `WITH c AS (INSERT INTO caixas ("lojaId", abertura, "equipamentoId", aberto_em, status) VALUES ($1, 77, $2, now(), 2) RETURNING id)
     UPDATE "Movimentos" SET "caixaId" = (SELECT id FROM c) WHERE id = $3`,
    [counter.store, counter.equipment[0], id],
  )
  expect(await cancel(id)).toMatchObject({
    status: 400,
    body: { error: { message: 'O caixa desta venda já foi conferido. Reaberto pelo proprietário, a venda pode ser cancelada.' } },
  })
  await q.query('UPDATE user_lojas SET "parceiroId" = NULL WHERE "lojaId" = $1', [counter.store])
  expect(await cancel(id)).toMatchObject({
    status: 400,
    body: { error: { message: 'Vincule um funcionário ao seu usuário para cancelar vendas.' } },
  })
})
