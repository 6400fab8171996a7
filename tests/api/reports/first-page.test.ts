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
}
const calls = ['caixas', 'contas', 'cardapio', 'digital', 'fiscal', 'passos', 'integracoes', 'certificado'].map(
  name => `relatorio/inicio/${name}`,
)

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
  await product(904, { promocao_ate: today().minus({ days: 1 }).endOf('day').toUTC().toISO() })
  await product(905, { promocao_ate: today().endOf('day').toUTC().toISO() })
  const after = await fixture.ask<Record<string, number>>('relatorio/inicio/cardapio', {})
  expect(after.sem_preco).toBe((before.sem_preco ?? 0) + 1)
  expect(after.sem_ncm).toBe((before.sem_ncm ?? 0) + 3)
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
    expect([path, figures.filter(each => (Array.isArray(each) ? each.length > 0 : each !== 0))]).toEqual([path, []])
    const other = await server.call(stranger.owner, 'GET', `/api/${path}?lojaId=${fixture.lojaId}${span}`)
    expect([path, other.statusCode]).toEqual([path, 403])
  }
})

test('an employee gets the figures of their own flags, and is told of no other call', async () => {
  const { server, lojaId } = fixture
  await server.tie(await server.addUser('gil@x.br'), lojaId, { type: 2, email: 'gil@x.br', cardapio_ver: true })
  const token = await server.enter('gil@x.br')
  const status = async (path: string) => (await server.call(token, 'GET', `/api/${path}?lojaId=${lojaId}`)).statusCode
  expect(await Promise.all(calls.map(status))).toEqual([403, 403, 200, 403, 403, 403, 403, 403])
  const reply = await server.call(token, 'GET', `/api/model?lojaId=${lojaId}`)
  const { model } = reply.json() as {
    model: { queries: object; screens: Record<string, { body: { dashboard: { report: { calls: object } } } }> }
  }
  expect(Object.keys(model.screens.inicio?.body.dashboard.report.calls ?? {})).toEqual(['cardapio'])
  expect(Object.keys(model.queries).filter(name => name.startsWith('inicio_') || name === 'ticket_medio')).toEqual([
    'inicio_cardapio',
  ])
})
