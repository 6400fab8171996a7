import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { reais } from './naiveCalculation.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'
import type { SalePlan } from './salePlans.ts'

let fixture: ReportFixture
beforeAll(async () => {
  fixture = await openReportFixture()
})
afterAll(() => fixture?.close())

interface Balances {
  readonly array: readonly { readonly parceiroId: number; readonly saldo: number }[]
  readonly geral: number
}

test('by hand: a meal on the account, half of another, a payment, one that was cancelled', async () => {
  const [caio, davi] = fixture.customers as [number, number]
  const [cash] = fixture.currencies
  const [a, b] = fixture.products
  if (!cash || !a || !b) throw new Error('no catalogue')
  const por = fixture.people[0] ?? 0
  await fixture.sell([
    {
      em: '2023-06-01T15:00:00Z',
      parceiroId: caio,
      linhas: [{ produto: a, qtd: 2000 }],
      recebimentos: [{ moeda: cash, correntista: true }],
    },
    {
      em: '2023-06-10T15:00:00Z',
      parceiroId: caio,
      linhas: [{ produto: b }, { produto: a, deletado: { em: '2023-06-10T15:00:00Z', por } }],
      recebimentos: [
        { moeda: cash, valor: 400, correntista: true },
        { moeda: cash, valor: 590 },
      ],
    },
    { em: '2023-06-20T15:00:00Z', tipo: 3, parceiroId: caio, recebimentos: [{ moeda: cash, valor: 1_000 }] },
    {
      em: '2023-06-21T15:00:00Z',
      parceiroId: caio,
      linhas: [{ produto: a }],
      recebimentos: [{ moeda: cash, correntista: true }],
      deletado: { em: '2023-06-21T16:00:00Z', por },
    },
    // Paid in advance.
    { em: '2023-06-22T15:00:00Z', tipo: 3, parceiroId: davi, recebimentos: [{ moeda: cash, valor: 5_000 }] },
    // Paid at once: no account.
    { em: '2023-06-22T15:00:00Z', parceiroId: davi, linhas: [{ produto: a }] },
  ])
  expect(await fixture.ask('Relatorio/correntista/saldos', {})).toEqual({
    array: [
      { parceiroId: caio, nome: 'Caio', telefone: null, status: 'DEVEDOR', debito: 29, credito: 10, saldo: -19 },
      { parceiroId: davi, nome: 'Davi', telefone: null, status: 'CREDOR', debito: 0, credito: 50, saldo: 50 },
    ],
    negativo: -19,
    positivo: 50,
    geral: 31,
  })
  const range = { parceiroId: caio, startDate: '2023-06-10', endDate: '2023-06-30' }
  expect(await fixture.ask('Relatorio/correntista/extrato', range)).toEqual({
    array: [
      expect.objectContaining({ data: '2023-06-10T15:00:00.000Z', descricao: 'Venda', debito: 4, credito: 0, saldo: -29 }),
      expect.objectContaining({
        data: '2023-06-20T15:00:00.000Z',
        descricao: 'Recebimento de correntista',
        debito: 0,
        credito: 10,
        saldo: -19,
      }),
    ],
    saldo_anterior: -25,
    negativo: 4,
    positivo: 10,
    geral: -19,
  })
  expect(await fixture.ask('Relatorio/correntista/produtos', range)).toEqual({
    array: [
      {
        movimentoId: expect.any(Number),
        data: '2023-06-10T15:00:00.000Z',
        cod_prod: '2',
        descricao: 'Produto 2',
        qtd: 1,
        valor_unitario: 9.9,
        valor_final: 9.9,
      },
    ],
    total: 9.9,
  })
})

test('what is brought back counts down among the products, as it does in the statement', async () => {
  const [cash] = fixture.currencies
  const [a] = fixture.products
  if (!cash || !a) throw new Error('no catalogue')
  const parceiroId = await fixture.insert('parceiros', { cliente: true, nome_fantasia: 'Edu' })
  const recebimentos = [{ moeda: cash, correntista: true }]
  await fixture.sell([
    { em: '2023-07-01T15:00:00Z', parceiroId, linhas: [{ produto: a, qtd: 3000 }], recebimentos },
    { em: '2023-07-02T15:00:00Z', tipo: 2, parceiroId, linhas: [{ produto: a }], recebimentos },
  ])
  const range = { parceiroId, startDate: '2023-07-01', endDate: '2023-07-31' }
  expect(await fixture.ask('Relatorio/correntista/extrato', range)).toMatchObject({ geral: -25 })
  expect(await fixture.ask('Relatorio/correntista/produtos', range)).toMatchObject({
    array: [
      { qtd: 3, valor_unitario: 12.5, valor_final: 37.5 },
      { qtd: -1, valor_unitario: 12.5, valor_final: -12.5 },
    ],
    total: 25,
  })
})

test('a statement asks for a partner, and shows nothing of a partner of another store', async () => {
  const range = '&startDate=2023-06-01&endDate=2023-06-30'
  const refused = await fixture.server.call(
    fixture.owner,
    'GET',
    `/api/Relatorio/correntista/extrato?lojaId=${fixture.lojaId}${range}`,
  )
  expect([refused.statusCode, refused.json().error.details[0].path]).toEqual([400, 'parceiroId'])
  const [caio] = fixture.customers
  const { stranger } = fixture
  const other = await fixture.server.call(
    stranger.owner,
    'GET',
    `/api/Relatorio/correntista/extrato?lojaId=${stranger.lojaId}&parceiroId=${caio}${range}`,
  )
  expect(other.json()).toEqual({ array: [], saldo_anterior: 0, negativo: 0, positivo: 0, geral: 0 })
})

test('balances and statements agree over random accounts', async () => {
  const random = createSeededRandom(21).next
  const below = (most: number) => Math.floor(random() * most)
  const [cash] = fixture.currencies
  const people = await Promise.all(
    [1, 2, 3, 4].map(each => fixture.insert('parceiros', { cliente: true, nome_fantasia: `Cliente ${each}` })),
  )
  const due = new Map(people.map(id => [id, 0n]))
  const plans = Array.from({ length: 200 }, (_, at): SalePlan => {
    const parceiroId = people[below(people.length)] ?? 0
    const em = new Date(Date.parse('2023-09-01T03:00:00Z') + at * 3_600_000 * (1 + below(5))).toISOString()
    if (!cash) throw new Error('no currency')
    if (random() < 0.3) {
      const valor = 1 + below(20_000)
      due.set(parceiroId, (due.get(parceiroId) ?? 0n) + BigInt(valor))
      return { em, tipo: 3, parceiroId, recebimentos: [{ moeda: cash, valor }] }
    }
    const produto = fixture.products[below(fixture.products.length)]
    if (!produto) throw new Error('no product')
    const qtd = 1000 * (1 + below(4))
    const owed = (qtd / 1000) * produto.preco
    const part = below(owed + 1)
    due.set(parceiroId, (due.get(parceiroId) ?? 0n) - BigInt(part))
    const recebimentos = [
      { moeda: cash, valor: part, correntista: true },
      { moeda: cash, valor: owed - part },
    ]
    return { em, parceiroId, linhas: [{ produto, qtd }], recebimentos }
  })
  await fixture.sell(plans)
  const { array } = await fixture.ask<Balances>('Relatorio/correntista/saldos', {})
  for (const id of people) {
    const wanted = reais(due.get(id) ?? 0n)
    expect(array.find(row => row.parceiroId === id)?.saldo).toBe(wanted)
    const statement = await fixture.ask<{ geral: number; array: { saldo: number }[] }>('Relatorio/correntista/extrato', {
      parceiroId: id,
      startDate: '2023-09-05',
      endDate: '2024-12-31',
    })
    expect([statement.geral, statement.array.at(-1)?.saldo]).toEqual([wanted, wanted])
  }
})
