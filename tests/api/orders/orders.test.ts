import fc from 'fast-check'
import '../../fixedSeed.ts'
import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clerk, type Order, type OrderFixture, openOrders, problemsOf } from './orderFixture.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await openOrders()
})
afterAll(() => fixture?.shop.close())

const bills = (id: number) =>
  fixture.rows<{ id: string; valor: string; tipo: string; parcela: number; ocorrencias: number; parceiroId: string }>(
    'SELECT id, valor, tipo, parcela, ocorrencias, "parceiroId" FROM "Conta" WHERE "pedidoId" = $1 ORDER BY parcela',
    [id],
  )
const goods = (id: number) =>
  fixture.rows<{ quantidade: string; motivo: string }>(
    `SELECT quantidade, motivo FROM estoque.lancamentos WHERE origem = 'pedidos' AND "origemId" = $1`,
    [id],
  )
const move = (order: Pick<Order, 'id'>, status: string, more: object = {}) => fixture.save({ id: order.id, status, ...more })
const moved = (order: Pick<Order, 'id'>, status: string, more: object = {}) => fixture.made({ id: order.id, status, ...more })
const reason = { motivo: 'Preço acima do combinado' }

describe('an order that is typed', () => {
  test('gets its key, its totals, what its product says, and the first line of its history', async () => {
    const order = await fixture.made(
      fixture.purchase({
        itens: [
          { produtoId: fixture.keys.produtoId, quantidade: 1.333, valor_unitario: 3.33, valor_desconto: 0.44 },
          { produtoId: fixture.keys.produtoId, quantidade: 1, valor_unitario: 0, descricao: 'Brinde' },
        ],
        total_frete: 5,
        total_pedido: 1,
        uuid: 'meu',
      }),
    )
    expect(order).toMatchObject({ total_produtos: 4.44, total_descontos: 0.44, total_pedido: 9, status: 'DIGITACAO' })
    expect(order.uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(order.itens).toMatchObject([
      { codigo: '10', descricao: 'Farinha', valor_total: 4.44, valor_item: 4 },
      { descricao: 'Brinde', valor_total: 0 },
    ])
    expect(order.contas).toMatchObject([
      {
        parcela: 1,
        ocorrencias: 1,
        tipo: 'PAGAR',
        parceiroId: fixture.keys.parceiroId,
        classificacaoId: fixture.keys.classificacaoId,
      },
    ])
    expect(order.historico_status).toMatchObject([{ status: 'DIGITACAO' }])
    expect(await bills(order.id)).toEqual([])
  })

  test('has exact totals, whatever is typed', async () => {
    const cents = (most: number) => fc.integer({ min: 1, max: most }).map(n => n / 100)
    const item = fc.record({
      quantidade: fc.integer({ min: 1, max: 9_999_999 }).map(n => n / 1000),
      valor_unitario: cents(999_999),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 5 }), cents(99_999), async (itens, frete) => {
        const order = await fixture.made(
          fixture.purchase({
            itens: itens.map(one => ({ ...one, produtoId: fixture.keys.produtoId })),
            total_frete: frete,
            contas: [],
          }),
        )
        const totals = itens.map(one =>
          new Decimal(one.quantidade).times(one.valor_unitario).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN),
        )
        expect(order.itens.map(one => one.valor_total)).toEqual(totals.map(Number))
        expect(order.total_pedido).toBe(Decimal.sum(...totals, frete).toNumber())
      }),
      { numRuns: 25 },
    )
  })

  test('is refused where it is wrong, by field', async () => {
    const item = { produtoId: fixture.keys.produtoId, quantidade: 1, valor_unitario: 1 }
    const wrong = async (more: object) => problemsOf(await fixture.save(fixture.purchase(more)))
    expect(await wrong({ tipo: null })).toEqual([['tipo', 'required']])
    expect(await wrong({ itens: [{ ...item, quantidade: 0 }] })).toEqual([['itens.0.quantidade', 'order.quantity-positive']])
    expect(await wrong({ itens: [{ ...item, valor_unitario: 100000000 }] })).toEqual([['itens.0.valor_unitario', 'maximum']])
    expect(await wrong({ itens: [{ ...item, valor_desconto: 1.01 }] })).toEqual([
      ['itens.0.valor_desconto', 'order.discount-too-large'],
    ])
    expect(await wrong({ contas: [{ vencimento: null, valor: 1 }] })).toEqual([
      ['contas.0.vencimento', 'order.due-date-required'],
    ])
    expect(await wrong({ parceiroId: fixture.keys.foreignPartner, contas: [] })).toEqual([['parceiroId', 'reference-invalid']])
    expect((await fixture.save(fixture.purchase(), { ...clerk, flags: ['contas_ver'] })).status).toBe(403)
  })
})

describe('an order that goes on', () => {
  test('needs payments that add up, and a product', async () => {
    const order = await fixture.made(fixture.purchase({ contas: [{ vencimento: '2027-01-31', valor: 20.99 }] }))
    expect(problemsOf(await move(order, 'ENVIADO'))).toEqual([['contas', 'order.payments-total']])
    const empty = await fixture.made(fixture.purchase({ itens: [], contas: [] }))
    expect(problemsOf(await move(empty, 'APROVADO'))).toEqual([['status', 'order.items-missing']])
    expect(problemsOf(await move(empty, 'REJEITADO'))).toEqual([['motivo', 'way-asks']])
    const rejected = await moved(empty, 'REJEITADO', reason)
    expect(rejected).toMatchObject({ status: 'REJEITADO', ...reason })
    expect(rejected.historico_status.at(-1)).toMatchObject({ status: 'REJEITADO', ...reason })
    expect(await moved(empty, 'DIGITACAO')).toMatchObject({ motivo: null })
  })

  test('becomes accounts, which go when it goes back; then nothing of it can be typed over', async () => {
    const payments = [
      { vencimento: '2027-01-31', valor: 10 },
      { vencimento: '2027-02-28', valor: 11 },
    ]
    const order = await fixture.made(fixture.purchase({ contas: payments }))
    const sent = await moved(order, 'ENVIADO')
    expect(sent.historico_status.map(({ status }) => status)).toEqual(['DIGITACAO', 'ENVIADO'])
    const { parceiroId } = fixture.keys
    expect(await bills(order.id)).toMatchObject([
      { valor: '10.00', tipo: 'PAGAR', parcela: 1, ocorrencias: 2, parceiroId: String(parceiroId) },
      { valor: '11.00', parcela: 2 },
    ])
    const [line] = sent.itens
    expect(problemsOf(await fixture.save({ id: order.id, itens: [{ id: line?.id, quantidade: 3 }] }))).toEqual(
      expect.arrayContaining([['itens', 'field-read-only']]),
    )
    expect(problemsOf(await fixture.save({ id: order.id, total_frete: 1 }))).toEqual(
      expect.arrayContaining([['total_frete', 'field-read-only']]),
    )
    expect(await moved(order, 'APROVADO')).toMatchObject({ status: 'APROVADO' })
    expect((await bills(order.id)).length).toBe(2)
    await moved(order, 'DIGITACAO')
    expect(await bills(order.id)).toEqual([])
  })

  test('moves goods while it is concluded, and takes them back', async () => {
    const bought = await fixture.made(fixture.purchase({ status: 'CONCLUIDO' }))
    expect(await goods(bought.id)).toEqual([{ quantidade: '2.0000', motivo: 'compra' }])
    expect((await bills(bought.id)).length).toBe(1)
    await moved(bought, 'APROVADO')
    expect(await goods(bought.id)).toEqual([])
    const sold = await fixture.made(fixture.purchase({ tipo: 'VENDA', status: 'CONCLUIDO' }))
    expect(await goods(sold.id)).toEqual([{ quantidade: '-2.0000', motivo: 'venda' }])
    expect(await bills(sold.id)).toMatchObject([{ tipo: 'RECEBER' }])
  })

  test('does not go back once a payment is paid, and nothing of it changes then', async () => {
    const order = await fixture.made(fixture.purchase({ status: 'CONCLUIDO' }))
    const [bill] = await bills(order.id)
    const payer = { ...clerk, flags: ['contas_ver'] }
    const paid = await fixture.shop.as(payer)('POST', '/api/Conta/save', {
      id: Number(bill?.id),
      pago: true,
      pagamento: '2027-01-15',
    })
    expect(paid.status).toBe(200)
    for (const status of ['DIGITACAO', 'REJEITADO'])
      expect(problemsOf(await move(order, status, reason))).toBe('order.bills-paid')
    const removed = await fixture.shop.as(clerk)('DELETE', `/api/pedidos/del?id=${order.id}&lojaId=1`)
    expect(problemsOf(removed)).toBe('order.bills-paid')
    expect((await goods(order.id)).length).toBe(1)
    expect((await bills(order.id)).length).toBe(1)
  })

  test('is concluded by one of two callers; the other is told', async () => {
    const order = await fixture.made(fixture.purchase())
    const replies = await Promise.all(
      ['CONCLUIDO', 'REJEITADO'].map(status => move(order, status, { version: order.version, ...reason })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [{ status } = { status: '' }] = await fixture.rows<{ status: string }>('SELECT status FROM pedidos WHERE id = $1', [
      order.id,
    ])
    const concluded = status === 'CONCLUIDO'
    expect([(await bills(order.id)).length, (await goods(order.id)).length]).toEqual(concluded ? [1, 1] : [0, 0])
  })

  test('that is concluded again by the same call does nothing twice', async () => {
    const order = await fixture.made(fixture.purchase())
    await Promise.all([move(order, 'CONCLUIDO'), move(order, 'CONCLUIDO')])
    expect([(await bills(order.id)).length, (await goods(order.id)).length]).toEqual([1, 1])
    const [{ count } = { count: '' }] = await fixture.rows<{ count: string }>(
      'SELECT count(*) FROM pedidos_historico_status WHERE "pedidosId" = $1',
      [order.id],
    )
    expect(count).toBe('2')
  })

  test('takes its unpaid accounts along when it is removed', async () => {
    const order = await fixture.made(fixture.purchase({ status: 'CONCLUIDO' }))
    const removed = await fixture.shop.as(clerk)('DELETE', `/api/pedidos/del?id=${order.id}&lojaId=1`)
    expect(removed.status).toBeLessThan(300)
    expect([await bills(order.id), await goods(order.id)]).toEqual([[], []])
  })
})
