import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { changeAppOrders } from '../../../src/domain/sales/public.ts'
import { day, groupBy, hour, ratio, reais, sumOf } from './naiveCalculation.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'

let fixture: ReportFixture
beforeAll(async () => {
  fixture = await openReportFixture()
})
afterAll(() => fixture?.close())

interface Item {
  readonly name: string
  readonly quantity: number
  /** Cents. */
  readonly total: number
}
interface Order {
  readonly em: string
  readonly mode: string
  readonly paymentName?: string
  readonly canceled?: boolean
  readonly items: readonly Item[]
  readonly equipamentoId?: number
  /** Cents, beside the items. */
  readonly fee?: number
}

const totalOf = (order: Order): number => order.items.reduce((sum, item) => sum + item.total, order.fee ?? 0)

async function put(order: Order): Promise<void> {
  const values = [
    fixture.lojaId,
    order.em,
    order.mode,
    order.paymentName ?? null,
    order.canceled ?? false,
    order.equipamentoId ?? null,
    totalOf(order) / 100,
  ]
  const id = await fixture.server.context.database.write({ stores: [fixture.lojaId] }, async q => {
    let made = 0
    await changeAppOrders(q, fixture.lojaId, [], async () => {
      const { rows } = await q.query<{ id: string }>(
        `INSERT INTO "AppPedidos" ("lojaId", "createdAt", mode, "paymentName", canceled, confirmed, "equipamentoId", "totalDisplay")
         VALUES ($1, $2, $3, $4, $5, NOT $5, $6, $7) RETURNING id`,
        values,
      )
      made = Number(rows[0]?.id)
      return [made]
    })
    return made
  })
  for (const [at, item] of order.items.entries())
    await fixture.insert('AppPedidos_items', {
      AppPedidosId: id,
      ordem: at + 1,
      name: item.name,
      quantity: item.quantity,
      unitPrice: item.total / 100 / item.quantity,
      totalPrice: item.total / 100,
    })
}

const pizza = { name: 'Pizza', quantity: 1, total: 8_000 }
const juice = { name: 'Suco', quantity: 3, total: 1_500 }
const candy = { name: 'Bala', quantity: 6, total: 500 }

test('by hand: midnight, a cancelled order, modes, payment methods', async () => {
  const pay = { paymentName: 'Pix' }
  // Saturday 11 March 2023, 23:59:59.999 in the store; then Sunday 0:00; a cancelled one; one the day after the range.
  await put({ em: '2023-03-12T02:59:59.999Z', mode: 'DELIVERY', items: [pizza], fee: 700, ...pay })
  await put({ em: '2023-03-12T03:00:00.000Z', mode: 'INDOOR', items: [juice, candy] })
  await put({ em: '2023-03-12T12:00:00.000Z', mode: 'INDOOR', items: [pizza], canceled: true, ...pay })
  await put({ em: '2023-03-13T03:00:00.000Z', mode: 'TOTEM', items: [pizza], ...pay })
  const range = { startDate: '2023-03-11', endDate: '2023-03-12' }
  const path = 'Relatorio/cdp/faturamento_diario'
  expect(await fixture.ask(path, range)).toEqual({
    general: [
      { day: 11, month: 3, data: '2023-03-11', total: 87, qtt: 1 },
      { day: 12, month: 3, data: '2023-03-12', total: 20, qtt: 1 },
    ],
    perHours: [
      { hour: 0, hora: '00:00', qtt: 1, total: 20 },
      { hour: 23, hora: '23:00', qtt: 1, total: 87 },
    ],
    perWeekDays: [
      { dayOfWeek: 1, qtt: 1, total: 20 },
      { dayOfWeek: 7, qtt: 1, total: 87 },
    ],
    perPaymentMethods: [
      { pagamento: 'Pix', paymentName: 'Pix', qtt: 1, total: 87 },
      { pagamento: null, paymentName: 'Sem forma de pagamento', qtt: 1, total: 20 },
    ],
    totais: { total: 107, qtt: 2 },
  })
  const indoor = await fixture.ask<{ totais: unknown }>(path, { ...range, modes: 'INDOOR,TOTEM' })
  expect(indoor.totais).toEqual({ total: 20, qtt: 1 })

  expect(
    await fixture.ask('Relatorio/cdp/curva_abc', { inicio: '2023-03-11', fim: '2023-03-12', ordenacao: 'valor_final' }),
  ).toEqual({
    array: [
      {
        descricao: 'Pizza',
        valor_unitario_medio: 80,
        qtd: 1,
        valor_final: 80,
        venda_p: 80,
        venda_abc: 'A',
        qtd_p: 10,
        qtd_abc: 'C',
        classe: 'A',
      },
      {
        descricao: 'Suco',
        valor_unitario_medio: 5,
        qtd: 3,
        valor_final: 15,
        venda_p: 15,
        venda_abc: 'B',
        qtd_p: 30,
        qtd_abc: 'B',
        classe: 'B',
      },
      {
        descricao: 'Bala',
        valor_unitario_medio: 0.83,
        qtd: 6,
        valor_final: 5,
        venda_p: 5,
        venda_abc: 'C',
        qtd_p: 60,
        qtd_abc: 'A',
        classe: 'C',
      },
    ],
    total_venda: 100,
    total_qtd: 10,
    valor_unitario_medio: 10,
  })
})

test('of an empty period', async () => {
  expect(await fixture.ask('Relatorio/cdp/faturamento_diario', { startDate: '2020-01-01', endDate: '2020-01-31' })).toEqual({
    general: [],
    perHours: [],
    perWeekDays: [],
    perPaymentMethods: [],
    totais: { total: 0, qtt: 0 },
  })
  expect(await fixture.ask('Relatorio/cdp/curva_abc', { inicio: '2020-01-01', fim: '2020-01-31' })).toEqual({
    array: [],
    total_venda: 0,
    total_qtd: 0,
    valor_unitario_medio: 0,
  })
})

test('as a naive calculation over random orders', async () => {
  const random = createSeededRandom(5).next
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const first = Date.parse('2024-02-01T03:00:00Z')
  const orders = Array.from(
    { length: 250 },
    (): Order => ({
      em: new Date(first + below(40 * 24 * 3_600_000)).toISOString(),
      mode: pick(['DELIVERY', 'TAKEOUT', 'INDOOR', 'TOTEM']),
      paymentName: pick(['Pix', 'Crédito', 'Dinheiro']),
      canceled: random() < 0.1,
      equipamentoId: pick(fixture.equipment),
      fee: below(1000),
      items: Array.from({ length: 1 + below(3) }, () => ({
        name: pick(['Açaí', 'Bolo', 'Café', 'Doce', 'Esfirra', 'Feijoada']),
        quantity: 1 + below(4),
        total: below(9000),
      })),
    }),
  )
  for (const order of orders) await put(order)
  const [inicio, fim] = ['2024-02-09T17:23:00.000Z', '2024-03-02T01:10:59.999Z']
  const [, totem] = fixture.equipment as [number, number]
  const wanted = orders.filter(
    each => !each.canceled && each.em >= inicio && each.em <= fim && each.mode !== 'TOTEM' && each.equipamentoId === totem,
  )
  const narrow = { modes: 'DELIVERY,TAKEOUT,INDOOR', equipamentos: totem }
  const answer = await fixture.ask<{ general: unknown; perHours: { hour: number }[]; totais: unknown }>(
    'Relatorio/cdp/faturamento_diario',
    { startDate: inicio, endDate: fim, ...narrow },
  )
  const days = [...groupBy(wanted, each => day(each.em))].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(answer.general).toEqual(
    days.map(([data, some]) => ({
      data,
      day: Number(data.slice(8)),
      month: Number(data.slice(5, 7)),
      total: reais(sumOf(some, totalOf)),
      qtt: some.length,
    })),
  )
  expect(answer.perHours.map(row => row.hour)).toEqual([...new Set(wanted.map(each => hour(each.em)))].sort((a, b) => a - b))
  expect(answer.totais).toEqual({ total: reais(sumOf(wanted, totalOf)), qtt: wanted.length })

  const items = wanted.flatMap(each => each.items)
  const rows = [...groupBy(items, item => item.name)].map(([descricao, some]) => {
    const [value, count] = [sumOf(some, item => item.total), sumOf(some, item => item.quantity)]
    return { descricao, value, count, mean: ratio(value, count * 100n, 2) }
  })
  rows.sort((a, b) => Number(b.value - a.value) || (a.descricao < b.descricao ? -1 : 1))
  const curve = await fixture.ask<{
    array: { descricao: string; valor_final: number; qtd: number; valor_unitario_medio: number }[]
  }>('Relatorio/cdp/curva_abc', { inicio, fim, ...narrow })
  expect(curve.array.map(row => [row.descricao, row.valor_final, row.qtd, row.valor_unitario_medio])).toEqual(
    rows.map(row => [row.descricao, reais(row.value), Number(row.count), row.mean]),
  )
})
