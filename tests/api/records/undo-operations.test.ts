import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookBalances } from '../../../src/domain/stock/public.ts'
import { clerk, type OrderFixture, openOrders } from '../orders/orderFixture.ts'

/** Operations stand in the history; what they did is taken back whole, or refused with the reason. */

let orders: OrderFixture
beforeAll(async () => {
  orders = await openOrders()
})
afterAll(() => orders?.shop.close())

const store = 1
const owner = { userId: 1, stores: [store], owner: true }

/** A call under an action of its own, which can be named afterwards. */
const act = async (path: string, payload: object, someone: Parameters<OrderFixture['shop']['as']>[0] = owner) => {
  const action = randomUUID()
  const reply = await orders.shop.as(someone)('POST', `/api/${path}`, { lojaId: store, ...payload }, { 'x-action': action })
  expect([reply.status, reply.body]).toEqual([expect.toSatisfy((status: number) => status < 300), expect.anything()])
  return { action, body: reply.body as { readonly id: number; readonly version: number } }
}
interface Undone {
  readonly desfeitos: number
  readonly recusados: readonly { readonly motivo: string }[]
}
const undo = async (action: string): Promise<Undone> =>
  (await orders.shop.as(owner)('POST', `/api/atividade/${action}/desfazer`, { lojaId: store })).body as Undone
const balance = async (): Promise<number> => {
  const [found] = await orders.shop.database.read({ stores: [store] }, q =>
    bookBalances(q, store, [orders.keys.produtoId], '2030-01-01T00:00:00.000Z'),
  )
  return Number(found?.balance ?? 0)
}
const bills = async (pedidoId: number): Promise<number> =>
  Number((await orders.rows<{ n: string }>('SELECT count(*) AS n FROM "Conta" WHERE "pedidoId" = $1', [pedidoId]))[0]?.n)

describe('an order', () => {
  const move = async (order: { id: number; version: number }, status: string) =>
    act('pedidos/save', { id: order.id, version: order.version, status }, clerk)

  test('that was sent goes back to what it was, and its bills go with it', async () => {
    const made = await orders.made(orders.purchase())
    const sent = await move(made, 'ENVIADO')
    expect(await bills(made.id)).toBe(1)
    expect(await undo(sent.action)).toMatchObject({ desfeitos: 1, recusados: [] })
    expect(await bills(made.id)).toBe(0)
    expect(await orders.rows('SELECT status FROM pedidos WHERE id = $1', [made.id])).toEqual([{ status: 'DIGITACAO' }])
  })

  test('whose goods came in gives them back', async () => {
    const made = await orders.made(orders.purchase())
    const steps = []
    let last: { id: number; version: number } = made
    const before = await balance()
    for (const status of ['ENVIADO', 'APROVADO', 'CONCLUIDO']) {
      const step = await move(last, status)
      last = step.body
      steps.push(step)
    }
    expect(await balance()).toBe(before + 2)
    expect(await undo(steps.at(-1)?.action ?? '')).toMatchObject({ desfeitos: 1, recusados: [] })
    expect(await balance()).toBe(before)
  })

  test('that was removed comes back with its bills, once each', async () => {
    const made = await orders.made(orders.purchase())
    await move(made, 'ENVIADO')
    const action = randomUUID()
    const removed = await orders.shop.as(owner)('DELETE', `/api/pedidos/del?lojaId=1&id=${made.id}`, undefined, {
      'x-action': action,
    })
    expect(removed.status).toBeLessThan(300)
    expect(await bills(made.id)).toBe(0)
    expect(await undo(action)).toMatchObject({ desfeitos: 1, recusados: [] })
    expect(await bills(made.id)).toBe(1)
  })

  test('that went on meanwhile keeps its bills', async () => {
    const made = await orders.made(orders.purchase())
    const sent = await move(made, 'ENVIADO')
    await move(sent.body, 'APROVADO')
    const { desfeitos, recusados } = await undo(sent.action)
    expect(desfeitos).toBe(0)
    expect(recusados[0]?.motivo).toMatch(/Alterado depois/)
    expect(await bills(made.id)).toBe(1)
  })

  test('whose bill was paid stays, and says why', async () => {
    const made = await orders.made(orders.purchase())
    const sent = await move(made, 'ENVIADO')
    await orders.shop.database.system.query('UPDATE "Conta" SET pago = true, pagamento = current_date WHERE "pedidoId" = $1', [
      made.id,
    ])
    const { desfeitos, recusados } = await undo(sent.action)
    expect(desfeitos).toBe(0)
    expect(recusados[0]?.motivo).toBe('Há contas pagas neste pedido.')
    expect(await bills(made.id)).toBe(1)
  })
})

test('a finalised count stays, and says why', async () => {
  const itens = [{ produtoId: orders.keys.produtoId, quantidade_estoque: 7 }]
  const { body } = await act('inventarios/save', { nome: 'Contagem', itens })
  const ended = await act('inventarios/finaliza', { inventarioId: body.id, contagem_em: '2026-03-01T12:00:00.000Z' })
  const { desfeitos, recusados } = await undo(ended.action)
  expect({ desfeitos, recusados }).toMatchObject({
    desfeitos: 0,
    recusados: [{ motivo: expect.stringMatching(/foi finalizado/) }],
  })
})

test('a checked session stays until it is opened again, and says so', async () => {
  const [session] = await orders.rows<{ id: string }>(
    `INSERT INTO caixas ("lojaId", abertura, aberto_em, fechado_em, status) VALUES (1, 7, now(), now(), 1) RETURNING id`,
    [],
  )
  const checked = await act('caixas/conferir', { id: Number(session?.id), pendente: true })
  const { desfeitos, recusados } = await undo(checked.action)
  expect({ desfeitos, recusados }).toMatchObject({ desfeitos: 0, recusados: [{ motivo: expect.stringMatching(/conferido/i) }] })
})

test('a cancelled sale stands in the history with who cancelled it, and is not brought back', async () => {
  const q = orders.shop.database.system
  await q.query(`INSERT INTO equipamentos ("lojaId", nome) VALUES (1, 'Caixa 1')`)
  await q.query(`INSERT INTO user_lojas ("lojaId", "userId", type, "parceiroId") VALUES (1, 1, 1, $1)`, [orders.keys.parceiroId])
  const [equipment] = await orders.rows<{ id: string }>('SELECT min(id) AS id FROM equipamentos', [])
  const [currency] = await orders.rows<{ id: string }>(
    `INSERT INTO moedas ("lojaId", nome, cod_sat) VALUES (1, 'Dinheiro', '01') RETURNING id`,
    [],
  )
  const sale = await act('Movimentos/save', {
    equipamentoId: Number(equipment?.id),
    chave: 'c1',
    aberto_em: '2026-03-10T12:00:00-03:00',
    recebido_em: '2026-03-10T12:46:00-03:00',
    canal_venda: 'LOJA',
    tipo_venda: 'BALCAO',
    produtos: [{ produtoId: orders.keys.produtoId, qtd: 1, valor_unitario: 5, valor_bruto: 5 }],
    recebimentos: [{ moedaId: Number(currency?.id), valor: 5 }],
  })
  const { action } = await act('Movimentos/cancela', { movimentoId: sale.body.id })
  const history = await orders.rows<{ antes: object; depois: object }>(
    `SELECT antes::json, depois::json FROM user_logs WHERE recurso = 'Movimentos' AND "recursoId" = $1`,
    [`${sale.body.id}`],
  )
  expect(history).toMatchObject([
    {
      antes: { deletadoPorId: null },
      depois: { deletadoPorId: orders.keys.parceiroId, deletado_motivo: 'Cancelamento via nuvem' },
    },
  ])
  expect(await undo(action)).toMatchObject({
    desfeitos: 0,
    recusados: [{ motivo: 'O sistema mantém este registro: o que foi feito não se desfaz por aqui.' }],
  })
})
