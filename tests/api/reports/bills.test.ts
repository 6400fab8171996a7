import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { groupBy, ratio, reais } from './naiveCalculation.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'

let fixture: ReportFixture
const classes = { beef: 0, gas: 0, rent: 0, oven: 0, events: 0 }
const session = { id: 0, abertura: 7 }

beforeAll(async () => {
  fixture = await openReportFixture()
  const classify = (nome: string, dre: string | null) =>
    fixture.insert('Conta_classificacoes', { nome, tipo: dre === null ? 'RECEITA' : 'DESPESA', dre })
  classes.beef = await classify('Carnes', 'PRODUTO')
  classes.gas = await classify('Gás', 'CUSTOS_VARIAVEIS')
  classes.rent = await classify('Aluguel', 'CUSTOS_FIXOS')
  classes.oven = await classify('Forno novo', 'INVESTIMENTOS')
  classes.events = await classify('Eventos', null)
  const equipamentoId = fixture.equipment[0] ?? 0
  session.id = await fixture.insert('caixas', {
    abertura: 7,
    equipamentoId,
    operador: 'Ana',
    aberto_em: '2023-03-10T12:00:00Z',
    status: 1,
  })
})
afterAll(() => fixture?.close())

interface Bill {
  readonly tipo: 'PAGAR' | 'RECEBER'
  readonly vencimento: string
  /** Cents. */
  readonly valor: number
  readonly pagamento?: string
  readonly valorPago?: number
  readonly perda?: boolean
  readonly classificacaoId?: number
  readonly parceiroId?: number
  readonly caixaId?: number
}

const put = async (bill: Bill): Promise<number> =>
  fixture.insert('Conta', {
    tipo: bill.tipo,
    descricao: 'Conta de teste',
    vencimento: bill.vencimento,
    valor: bill.valor / 100,
    classificacaoId: bill.classificacaoId ?? null,
    parceiroId: bill.parceiroId ?? null,
    parcela: 1,
    ocorrencias: 1,
    pago: bill.pagamento !== undefined,
    pagamento: bill.pagamento ?? null,
    valor_pago: bill.pagamento === undefined ? null : (bill.valorPago ?? bill.valor) / 100,
    perda: bill.perda ?? false,
    caixaId: bill.caixaId ?? null,
  })

const another = (nome_fantasia: string): Promise<number> => fixture.insert('parceiros', { fornecedor: true, nome_fantasia })

interface Row {
  readonly id: number
  readonly situacao: string
}
interface Bills {
  readonly array: readonly Row[]
  readonly total_valor: number
  readonly total_pago: number
}

describe('bills of March 2023, by hand', () => {
  const march = { startDate: '2023-03-01', endDate: '2023-03-31' }
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    const [caio, davi] = fixture.customers
    const partners = { caio: caio ?? 0, davi: davi ?? 0 }
    // Due before, paid on the last day; paid with interest; paid the day after; overdue; lost; paid at the register; income.
    ids.last = await put({
      tipo: 'PAGAR',
      vencimento: '2023-02-20',
      valor: 10_000,
      pagamento: '2023-03-31',
      classificacaoId: classes.rent,
      parceiroId: partners.caio,
    })
    ids.first = await put({
      tipo: 'PAGAR',
      vencimento: '2023-03-01',
      valor: 5_000,
      valorPago: 5_123,
      pagamento: '2023-03-01',
      classificacaoId: classes.beef,
      parceiroId: partners.davi,
    })
    ids.after = await put({
      tipo: 'PAGAR',
      vencimento: '2023-03-31',
      valor: 700,
      pagamento: '2023-04-01',
      classificacaoId: classes.gas,
    })
    ids.overdue = await put({ tipo: 'PAGAR', vencimento: '2023-03-15', valor: 333, parceiroId: partners.caio })
    ids.lost = await put({ tipo: 'RECEBER', vencimento: '2023-03-16', valor: 999, perda: true, parceiroId: partners.davi })
    ids.register = await put({ tipo: 'PAGAR', vencimento: '2023-03-10', valor: 45, pagamento: '2023-03-10', caixaId: session.id })
    ids.income = await put({
      tipo: 'RECEBER',
      vencimento: '2023-03-12',
      valor: 20_000,
      pagamento: '2023-03-12',
      classificacaoId: classes.events,
    })
    ids.oven = await put({
      tipo: 'PAGAR',
      vencimento: '2023-03-20',
      valor: 8_000,
      pagamento: '2023-03-20',
      classificacaoId: classes.oven,
    })
    // A sale of 12.50 at the last millisecond of March in the store, and one a millisecond later.
    const [produto] = fixture.products
    if (!produto) return
    await fixture.sell([
      { em: '2023-04-01T02:59:59.999Z', linhas: [{ produto }] },
      { em: '2023-04-01T03:00:00.000Z', linhas: [{ produto, qtd: 9000 }] },
    ])
  })
  const named = (rows: readonly Row[]) =>
    rows.map(row => [Object.entries(ids).find(([, id]) => id === row.id)?.[0], row.situacao])

  test('paid ones by the day of payment, the others that are due by their due date', async () => {
    const answer = await fixture.ask<Bills>('relatorio/contas/pagas', march)
    expect(named(answer.array)).toEqual([
      ['first', 'PAGA'],
      ['register', 'PAGA'],
      ['income', 'PAGA'],
      ['overdue', 'VENCIDA'],
      ['lost', 'PERDA'],
      ['oven', 'PAGA'],
      ['last', 'PAGA'],
    ])
    expect([answer.total_valor, answer.total_pago]).toEqual([443.77, 431.68])
    const received = await fixture.ask<Bills>('relatorio/contas/pagas', { ...march, billType: 'RECEBER' })
    expect(named(received.array)).toEqual([
      ['income', 'PAGA'],
      ['lost', 'PERDA'],
    ])
  })

  test('paid at the cash register, with its session', async () => {
    const { array } = await fixture.ask<Bills>('relatorio/contas/pagas_caixa', march)
    expect(array).toMatchObject([
      { id: ids.register, caixaId: session.id, abertura: 7, valor_pago: 0.45, pago: true, nome_fantasia: 'Centro' },
    ])
  })

  test('by partner, by the due date', async () => {
    const answer = await fixture.ask<Bills & { parceiros: unknown }>('relatorio/contas/por_parceiro', march)
    // Debts of the shop and debts to it are never one figure.
    expect(answer).toMatchObject({ pagar_valor: 140.78, pagar_pago: 138.68, receber_valor: 209.99, receber_pago: 200 })
    expect(named(answer.array)).toEqual([
      ['overdue', 'VENCIDA'],
      ['first', 'PAGA'],
      ['lost', 'PERDA'],
      ['register', 'PAGA'],
      ['income', 'PAGA'],
      ['oven', 'PAGA'],
      ['after', 'PAGA'],
    ])
    expect(answer.parceiros).toEqual([
      { parceiro: 'Sem parceiro', tipo: 'RECEBER', contas: 1, valor: 200, valor_pago: 200, aberto: 0 },
      { parceiro: 'Sem parceiro', tipo: 'PAGAR', contas: 3, valor: 87.45, valor_pago: 87.45, aberto: 0 },
      { parceiro: 'Davi', tipo: 'PAGAR', contas: 1, valor: 50, valor_pago: 51.23, aberto: 0 },
      { parceiro: 'Davi', tipo: 'RECEBER', contas: 1, valor: 9.99, valor_pago: 0, aberto: 0 },
      { parceiro: 'Caio', tipo: 'PAGAR', contas: 1, valor: 3.33, valor_pago: 0, aberto: 3.33 },
    ])
  })

  test('two partners of one name are two', async () => {
    const [one, other] = [await another('Padaria Sol'), await another('Padaria Sol')]
    await put({ tipo: 'PAGAR', vencimento: '2018-05-01', valor: 300, parceiroId: one })
    await put({ tipo: 'PAGAR', vencimento: '2018-05-02', valor: 200, parceiroId: other })
    const may = { startDate: '2018-05-01', endDate: '2018-05-31' }
    const { parceiros } = await fixture.ask<{ parceiros: unknown }>('relatorio/contas/por_parceiro', may)
    const owed = (valor: number) => ({ parceiro: 'Padaria Sol', tipo: 'PAGAR', contas: 1, valor, valor_pago: 0, aberto: valor })
    expect(parceiros).toEqual([owed(3), owed(2)])
  })

  test('the income statement: 1 adds, 2, 4 and 6 subtract, 3, 5 and 7 are what remains', async () => {
    const line = (name: string, value: number, percent: number, data: unknown[] = [], subtotal = false) => ({
      name,
      value,
      percent,
      subtotal,
      data,
    })
    expect(await fixture.ask('relatorio/contas/dre', march)).toEqual([
      line('1. Receitas', 212.5, 100, [
        line('Vendas', 12.5, 5.88, [line('Dinheiro', 12.5, 5.88)]),
        line('Outras receitas', 200, 94.12, [line('Eventos', 200, 94.12)]),
      ]),
      line('2. Produtos e custos variáveis', -51.23, -24.11, [
        line('Produtos', -51.23, -24.11, [line('Carnes', -51.23, -24.11)]),
        line('Custos variáveis', 0, 0),
      ]),
      line('3. Margem de contribuição', 161.27, 75.89, [], true),
      line('4. Custos fixos', -100.45, -47.27, [
        line('Custos fixos', -100.45, -47.27, [line('Aluguel', -100, -47.06), line('Sem classificação', -0.45, -0.21)]),
      ]),
      line('5. Resultado operacional', 60.82, 28.62, [], true),
      line('6. Investimentos', -80, -37.65, [line('Investimentos', -80, -37.65, [line('Forno novo', -80, -37.65)])]),
      line('7. Resultado', -19.18, -9.03, [], true),
    ])
  })

  test('result: sales of one period, bills of another', async () => {
    const answer = await fixture.ask('relatorio/pdv/resultado', {
      incomeStartDate: '2023-03-31',
      incomeEndDate: '2023-04-01',
      billsStartDate: '2023-03-31',
      billsEndDate: '2023-04-01',
    })
    expect(answer).toEqual({
      receitas: { total: 125, array: [{ moedaId: fixture.currencies[0]?.id, nome: 'Dinheiro', porcentagem: 100, total: 125 }] },
      despesas: {
        total: 107,
        array: [
          { classificacaoId: classes.rent, nome: 'Aluguel', porcentagem: 93.46, total: 100 },
          { classificacaoId: classes.gas, nome: 'Gás', porcentagem: 6.54, total: 7 },
        ],
      },
      resultado: 18,
      lucratividade: 14.4,
    })
  })

  test('an empty period', async () => {
    const before = { startDate: '2019-01-01', endDate: '2019-01-31' }
    expect(await fixture.ask('relatorio/contas/dre', before)).toEqual([])
    expect(await fixture.ask('relatorio/contas/pagas', before)).toMatchObject({ array: [], total_valor: 0, total_pago: 0 })
    expect(await fixture.ask('relatorio/contas/por_parceiro', before)).toMatchObject({
      array: [],
      parceiros: [],
      total_valor: 0,
      total_pago: 0,
    })
    const nothing = {
      incomeStartDate: '2019-01-01',
      incomeEndDate: '2019-01-31',
      billsStartDate: '2019-01-01',
      billsEndDate: '2019-01-31',
    }
    expect(await fixture.ask('relatorio/pdv/resultado', nothing)).toEqual({
      receitas: { total: 0, array: [] },
      despesas: { total: 0, array: [] },
      resultado: 0,
      lucratividade: 0,
    })
  })
})

test('as a naive calculation over random bills', async () => {
  const random = createSeededRandom(11).next
  const below = (most: number) => Math.floor(random() * most)
  const day = () => `2022-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`
  const kinds = [classes.beef, classes.gas, classes.rent, classes.oven, undefined]
  const names = new Map<number | undefined, string>([
    [classes.beef, 'Carnes'],
    [classes.gas, 'Gás'],
    [classes.rent, 'Aluguel'],
    [classes.oven, 'Forno novo'],
    [undefined, 'Sem classificação'],
  ])
  const bills = Array.from({ length: 300 }, (): Bill => {
    const [classificacaoId, pays] = [kinds[below(kinds.length)], random() < 0.7]
    return {
      tipo: random() < 0.8 ? 'PAGAR' : 'RECEBER',
      vencimento: day(),
      valor: 1 + below(1_000_000),
      ...(classificacaoId === undefined ? {} : { classificacaoId }),
      ...(pays ? { pagamento: day(), valorPago: 1 + below(1_000_000) } : { perda: random() < 0.3 }),
    }
  })
  for (const bill of bills) await put(bill)
  const [from, to] = ['2022-03-05', '2022-09-17']
  const range = { startDate: from, endDate: to }
  const inside = (date: string | undefined) => date !== undefined && date >= from && date <= to
  const cents = (some: readonly Bill[], of: (bill: Bill) => number) =>
    reais(some.reduce((sum, bill) => sum + BigInt(of(bill)), 0n))
  const paid = bills.filter(bill => inside(bill.pagamento ?? bill.vencimento))
  const answer = await fixture.ask<Bills>('relatorio/contas/pagas', range)
  expect([answer.array.length, answer.total_valor, answer.total_pago]).toEqual([
    paid.length,
    cents(paid, bill => bill.valor),
    cents(paid, bill => bill.valorPago ?? 0),
  ])
  const due = bills.filter(bill => inside(bill.vencimento))
  const partner = await fixture.ask<Bills>('relatorio/contas/por_parceiro', { ...range, billType: 'PAGAR' })
  const toPay = due.filter(bill => bill.tipo === 'PAGAR')
  expect([partner.array.length, partner.total_valor]).toEqual([toPay.length, cents(toPay, bill => bill.valor)])

  const spent = bills.filter(bill => bill.tipo === 'PAGAR' && inside(bill.pagamento))
  const total = spent.reduce((sum, bill) => sum + BigInt(bill.valorPago ?? 0), 0n)
  const groups = [...groupBy(spent, bill => names.get(bill.classificacaoId) ?? '')].map(([nome, some]) => {
    const value = some.reduce((sum, bill) => sum + BigInt(bill.valorPago ?? 0), 0n)
    const classificacaoId = some[0]?.classificacaoId ?? null
    return { classificacaoId, nome, value, porcentagem: ratio(value * 100n, total, 2), total: reais(value) }
  })
  groups.sort((a, b) => Number(b.value - a.value))
  const { despesas, resultado } = await fixture.ask<{ despesas: unknown; resultado: number }>('relatorio/pdv/resultado', {
    incomeStartDate: from,
    incomeEndDate: to,
    billsStartDate: from,
    billsEndDate: to,
  })
  expect(despesas).toEqual({ total: reais(total), array: groups.map(({ value: _, ...row }) => row) })
  expect(resultado).toBe(-reais(total))
  const lines = await fixture.ask<{ name: string; value: number }[]>('relatorio/contas/dre', range)
  const received = bills.filter(bill => bill.tipo === 'RECEBER' && inside(bill.pagamento))
  const of = (wanted: readonly (number | undefined)[]) =>
    spent.filter(bill => wanted.includes(bill.classificacaoId)).reduce((sum, bill) => sum + BigInt(bill.valorPago ?? 0), 0n)
  const income = received.reduce((sum, bill) => sum + BigInt(bill.valorPago ?? 0), 0n)
  const [goods, fixed, investments] = [of([classes.beef, classes.gas]), of([classes.rent, undefined]), of([classes.oven])]
  expect(lines.map(line => line.value)).toEqual(
    [income, -goods, income - goods, -fixed, income - goods - fixed, -investments, income - goods - fixed - investments].map(
      reais,
    ),
  )
})

test('a bill of a note or an order lists the other instalments, as one that repeats does', async () => {
  const bill = (parcela: number, more: object) =>
    fixture.insert('Conta', { tipo: 'PAGAR', vencimento: `2021-0${parcela}-10`, valor: 10, parcela, ocorrencias: 3, ...more })
  const nfeId = await fixture.insert('nfes', { xNome: 'Atacado', chNFe: '1'.repeat(44), vNF: 30, dhEmi: '2021-01-01T12:00:00Z' })
  const pedidoId = await fixture.insert('pedidos', { tipo: 'COMPRA' })
  const first = await bill(1, {})
  for (const [from, ids] of [
    ['a note', [await bill(1, { nfeId }), await bill(2, { nfeId }), await bill(3, { nfeId })]],
    ['an order', [await bill(1, { pedidoId }), await bill(2, { pedidoId })]],
    ['one that repeats', [first, await bill(2, { contaId: first })]],
    ['nothing else', [await bill(1, {})]],
  ] as const) {
    const { array } = await fixture.ask<{ array: { id: number }[] }>('relatorio/conta/parcelas', { contaId: ids[0] })
    expect(
      array.map(({ id }) => id),
      from,
    ).toEqual(ids)
  }
})

test('a bill of which nobody said whether it is paid or lost is open: nothing said is not yes', async () => {
  await fixture.insert('Conta', {
    tipo: 'PAGAR',
    vencimento: '2020-02-10',
    valor: 70,
    parcela: 1,
    ocorrencias: 1,
    pago: null,
    perda: null,
  })
  const open = await fixture.ask<{ pagar: number }>('relatorio/inicio/contas', { startDate: '2020-02-01', endDate: '2020-02-28' })
  expect(open).toMatchObject({ pagar: 70 })
})
