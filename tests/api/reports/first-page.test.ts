import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'

let fixture: ReportFixture
beforeAll(async () => {
  fixture = await openReportFixture()
})
afterAll(() => fixture?.close())

const today = (): DateTime => DateTime.now().setZone('America/Sao_Paulo').startOf('day')
const day = (days: number): string => today().plus({ days }).toFormat('yyyy-MM-dd')

/** Parameters of those that ask for any. */
const asked: Readonly<Record<string, string>> = {
  'relatorio/inicio/contas': `&startDate=${day(0)}&endDate=${day(6)}`,
  'relatorio/inicio/certificado': `&dia=${day(0)}`,
  'relatorio/inicio/dia': `&dia=${day(0)}`,
  'relatorio/inicio/mes': `&dia=${day(0)}`,
}
const calls = [
  'caixas',
  'contas',
  'cardapio',
  'digital',
  'fiscal',
  'passos',
  'integracoes',
  'certificado',
  'dia',
  'mes',
  'lojas',
].map(name => `relatorio/inicio/${name}`)

test('bills: what is due in the period, what is overdue, and the same as the register says', async () => {
  const bill = (tipo: string, vencimento: string, valor: number, more: Readonly<Record<string, unknown>> = {}) =>
    fixture.insert('Conta', {
      tipo,
      descricao: 'Conta',
      vencimento,
      valor,
      parcela: 1,
      ocorrencias: 1,
      pago: false,
      perda: false,
      ...more,
    })
  await bill('PAGAR', day(0), 10.1)
  await bill('PAGAR', day(6), 20.2)
  await bill('PAGAR', day(7), 400)
  await bill('PAGAR', day(-1), 30.3)
  await bill('PAGAR', day(3), 500, { pago: true, pagamento: day(0), valor_pago: 500 })
  await bill('RECEBER', day(2), 7)
  await bill('RECEBER', day(2), 600, { perda: true })
  await bill('RECEBER', day(-40), 8)
  interface Bills {
    readonly pagar: number
    readonly array: readonly { readonly vencimento: string; readonly valor: number }[]
  }
  const span = { startDate: day(0), endDate: day(6) }
  const found = await fixture.ask<Bills>('relatorio/inicio/contas', span)
  expect(found).toMatchObject({ pagar: 30.3, receber: 7, pagar_vencidas: 1, receber_vencidas: 1 })
  expect(found.array.map(({ vencimento, valor }) => [vencimento, valor])).toEqual([
    [day(0), 10.1],
    [day(2), 7],
    [day(6), 20.2],
  ])
  const where = { tipo: 'PAGAR', pago: false, perda: false, vencimento: { between: [day(0), day(6)] } }
  const filter = encodeURIComponent(JSON.stringify({ where, limit: 999 }))
  const reply = await fixture.server.call(fixture.owner, 'GET', `/api/Conta/list?lojaId=${fixture.lojaId}&filter=${filter}`)
  const rows = reply.json() as readonly { readonly valor: number }[]
  expect(rows.reduce((sum, { valor }) => sum + Math.round(valor * 100), 0)).toBe(Math.round(found.pagar * 100))
})

test('sessions, products and coupons that somebody should look at', async () => {
  const equipamentoId = fixture.equipment[0] ?? 0
  const session = (abertura: number, status: number) =>
    fixture.insert('caixas', { abertura, equipamentoId, operador: 'Ana', aberto_em: '2023-03-10T12:00:00Z', status })
  await session(1, 0)
  await session(2, 1)
  await session(3, 1)
  await session(4, 2)
  const sessions = await fixture.ask<{ array: unknown[] }>('relatorio/inicio/caixas', {})
  expect(sessions).toMatchObject({ abertos: 1, a_conferir: 2 })
  expect(sessions.array).toMatchObject([{ abertura: 1, equipamento: 'Caixa', operador: 'Ana' }])

  const [grupoId, unidadeId] = [fixture.groups[0], fixture.units[0]]
  const before = await fixture.ask<Record<string, number>>('relatorio/inicio/cardapio', {})
  const product = (cod_prod: number, more: Readonly<Record<string, unknown>>) =>
    fixture.insert('produtos', {
      cod_prod,
      desc_prod: `P${cod_prod}`,
      grupoId,
      unidadeId,
      preco_vnd_prod: 1,
      preco_cst_prod: 0,
      ...more,
    })
  await product(901, { preco_vnd_prod: 0 })
  await product(902, { preco_vnd_prod: 0, stt_prod: false })
  await product(903, { preco_vnd_prod: 0, materia_prima_prod: true })
  const ended = today().minus({ days: 1 }).endOf('day').toUTC().toISO()
  await product(904, { promocao_desconto: 10, promocao_ate: ended })
  await product(905, { promocao_desconto: 10, promocao_ate: today().endOf('day').toUTC().toISO() })
  // A product that was new yesterday has no promotion, and a bridge sells nothing.
  await product(906, { promocao_desconto: 0, promocao_ate: ended })
  await product(907, { preco_vnd_prod: 0, ponte: true })
  const after = await fixture.ask<Record<string, number>>('relatorio/inicio/cardapio', {})
  expect(after.sem_preco).toBe((before.sem_preco ?? 0) + 1)
  expect(after.sem_ncm).toBe((before.sem_ncm ?? 0) + 4)
  expect(after.promocao_vencida).toBe((before.promocao_vencida ?? 0) + 1)
})

test('first steps are what the shop has, and another shop sees nothing of this one', async () => {
  expect(await fixture.ask('relatorio/inicio/passos', {})).toEqual({
    perfil: 0,
    produtos: 1,
    moedas: 1,
    equipamentos: 1,
    equipe: 0,
    cardapio: 0,
    vendas: 0,
  })
  const { stranger, server } = fixture
  for (const path of calls) {
    const span = asked[path] ?? ''
    const own = await server.call(stranger.owner, 'GET', `/api/${path}?lojaId=${stranger.lojaId}${span}`)
    const figures = Object.values(own.json() as Readonly<Record<string, unknown>>)
    expect([path, figures.filter(each => (Array.isArray(each) ? each.length > 0 : each !== 0 && each !== null))]).toEqual([
      path,
      [],
    ])
    const other = await server.call(stranger.owner, 'GET', `/api/${path}?lojaId=${fixture.lojaId}${span}`)
    expect([path, other.statusCode]).toEqual([path, 403])
  }
})

test('an employee gets the figures of their own flags, and is told of no other call', async () => {
  const { server, lojaId } = fixture
  await server.tie(await server.addUser('gil@x.br'), lojaId, { type: 2, email: 'gil@x.br', cardapio_ver: true })
  const token = await server.enter('gil@x.br')
  const status = async (path: string) => (await server.call(token, 'GET', `/api/${path}?lojaId=${lojaId}`)).statusCode
  expect(await Promise.all(calls.map(status))).toEqual(calls.map(path => (path.endsWith('cardapio') ? 200 : 403)))
  const reply = await server.call(token, 'GET', `/api/model?lojaId=${lojaId}`)
  const { model } = reply.json() as {
    model: { queries: object; screens: Record<string, { body: { dashboard: { report: { calls: object } } } }> }
  }
  expect(Object.keys(model.screens.inicio?.body.dashboard.report.calls ?? {})).toEqual(['cardapio'])
  expect(Object.keys(model.queries).filter(name => name.startsWith('inicio_') || name === 'ticket_medio')).toEqual([
    'inicio_cardapio',
  ])
})

/** Sales of one product for so many reais, each at its moment. */
const sellAt = (sales: readonly (readonly [string, number, number?])[]) =>
  fixture.sell(
    sales.map(([em, reais, pessoas = 1]) => ({
      em,
      pessoas,
      linhas: [{ produto: fixture.products[0] as ReportFixture['products'][number], unitario: reais * 100 }],
    })),
  )

test('usual is the median of the last eight same weekdays that sold, by hour and whole; goals hold from their day on', async () => {
  // Fridays before 10 March 2023, from the last to the eighth; the seventh was closed, the ninth is too old.
  const noons = [10, 20, 30, 40, 50, 60, undefined, 70, 9999]
  const friday = DateTime.fromISO('2023-03-10T12:30', { zone: 'America/Sao_Paulo' })
  const before = (weeks: number, hour: number) => friday.minus({ weeks }).set({ hour }).toUTC().toISO() ?? ''
  await sellAt([
    ...noons.flatMap((reais, at) => (reais === undefined ? [] : [[before(at + 1, 12), reais] as const])),
    [before(1, 20), 5],
    [before(2, 20), 5],
    [before(0, 12), 15],
    [before(0, 20), 7],
    // A Thursday does not count as a Friday.
    ['2023-03-09T15:00:00Z', 500],
  ])
  const goal = (row: Readonly<Record<string, unknown>>) => fixture.insert('Loja_metas', { lojaId: fixture.lojaId, ...row })
  await goal({ vigencia_inicio: '2023-01-01', meta_dia: 100, meta_mes: 3000, sexta: 200 })
  await goal({ vigencia_inicio: '2023-03-08', meta_dia: 60 })
  await goal({ vigencia_inicio: '2023-04-01', meta_dia: 1, meta_mes: 1 })
  expect(await fixture.ask('relatorio/inicio/dia', { dia: '2023-03-10' })).toEqual({
    vendido: 22,
    costume: 40,
    costume_agora: 40,
    previsto: null,
    meta: 60,
    horas: [
      { hora: 12, valor_final: 15, costume: 40 },
      { hora: 20, valor_final: 7, costume: 0 },
    ],
  })
  const { meta } = await fixture.ask<{ meta: number }>('relatorio/inicio/dia', { dia: '2023-03-03' })
  expect(meta).toBe(200)
  // March so far: 15, 500 and 22; three Fridays of 40 and three Thursdays of 500 are left, and today goes on to 40.
  expect(await fixture.ask('relatorio/inicio/mes', { dia: '2023-03-10' })).toEqual({
    vendido: 537,
    previsto: 15 + 500 + 40 + 3 * 40 + 3 * 500,
    meta: 3000,
  })
})

test('a store now: beside what it usually has sold by this hour, and what is short, open and pending', async () => {
  const moment = (days: number, end = false) => {
    const there = today().plus({ days })
    return (end ? there.endOf('day') : there).toUTC().toISO() ?? ''
  }
  const now = () => fixture.ask<Readonly<Record<string, number | null>>>('relatorio/inicio/lojas', {})
  expect(await now()).toMatchObject({ vendas: 0, costume: null, variacao: null, ticket_medio: null, comandas: null, falta: 0 })
  // Nothing was sold on any such day: there is no pace, and nothing beside the hours.
  const alone = await fixture.ask<{ previsto: unknown; horas: unknown[] }>('relatorio/inicio/dia', { dia: day(0) })
  expect(alone).toMatchObject({ vendido: 0, costume: null, previsto: null, horas: [] })
  await sellAt([
    [moment(0), 30, 2],
    [moment(-7), 10],
    // Sold by the end of that day: not by this hour.
    [moment(-7, true), 1000],
    [moment(-14), 20],
    [moment(-21, true), 99],
  ])
  const session = (abertura: number, status: number, row: Readonly<Record<string, unknown>>) =>
    fixture.insert('caixas', { lojaId: fixture.lojaId, abertura, equipamentoId: fixture.equipment[0], status, ...row })
  await session(71, 1, { aberto_em: moment(-9), fechado_em: moment(-8), total_falta: 2.98, total_sobra: 1.5 })
  await session(72, 2, { aberto_em: moment(-1), fechado_em: moment(0), total_falta: 3 })
  await session(73, 2, { aberto_em: moment(-9), fechado_em: moment(-8), total_falta: 500 })
  await fixture.insert('NFCes', { lojaId: fixture.lojaId, situacao: 'PENDENTE', dhEmi: moment(0), serie: 1, nNF: 7, vNF: 7 })
  const tabs = { lojaId: fixture.lojaId, origem: 'PDV Windows', comandas: '[{"cod_cmd":"1"},{"cod_cmd":"2"}]' }
  const tabsId = await fixture.insert('PDV_local', { ...tabs, atualizado_em: new Date().toISOString() })
  expect(await now()).toEqual({
    vendas: 30,
    costume: 10,
    variacao: 200,
    ticket_medio: 15,
    comandas: 2,
    falta: 5.98,
    sobra: 1.5,
    notas: 1,
  })
  // The rest of today is expected to go on to what those days brought, of which the middle one is 99.
  const day0 = await fixture.ask<{ previsto: number }>('relatorio/inicio/dia', { dia: day(0) })
  expect(day0).toMatchObject({ vendido: 30, costume: 99, costume_agora: 10, previsto: 30 + 99 - 10 })
  const yesterday = { text: 'UPDATE "PDV_local" SET atualizado_em = $1 WHERE id = $2 AND "lojaId" = $3' }
  await fixture.server.context.database.system.query(yesterday.text, [moment(-1), tabsId, fixture.lojaId])
  expect((await now()).comandas).toBeNull()
})
