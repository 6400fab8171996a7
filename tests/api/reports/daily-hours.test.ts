import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'

let fixture: ReportFixture
// Each sale is of one product alone, so that a sum tells which of them are in it; clocks are those of the store, three hours behind.
const sales = [
  ['2023-06-01T20:59:59.999Z', 0],
  ['2023-06-01T21:00:00.000Z', 1],
  ['2023-06-02T00:30:00.000Z', 2],
  ['2023-06-02T15:00:00.000Z', 0],
  ['2023-06-02T21:29:59.999Z', 3],
  ['2023-06-02T23:59:59.999Z', 4],
  ['2023-06-03T00:00:00.000Z', 5],
  ['2023-06-03T21:30:00.000Z', 3],
] as const

beforeAll(async () => {
  fixture = await openReportFixture()
  await fixture.sell(
    sales.map(([em, at]) => ({
      em,
      canal: 'LOJA',
      atendimento: 'MESA',
      linhas: [{ produto: fixture.products[at] as (typeof fixture.products)[number] }],
    })),
  )
  for (const [at, [em]] of sales.entries())
    await fixture.insert('NFCes', { serie: 1, nNF: at + 1, dhEmi: em, vNF: at + 1, situacao: 'AUTORIZADA', chNFe: `nota ${at}` })
})
afterAll(() => fixture?.close())

/** Cents of the sales with these places. */
const cents = (...places: number[]): number =>
  places.reduce((sum, place) => sum + (fixture.products[sales[place]?.[1] ?? 0]?.preco ?? 0), 0) / 100

const span = { startDate: '2023-06-01T21:00:00.000Z', endDate: '2023-06-03T23:59:59.999Z' }
const halfPast = { startDate: '2023-06-01T21:30:00.000Z', endDate: '2023-06-03T23:59:59.999Z' }

/** The sums over a span of each report that knows hours. */
const totals: readonly (readonly [string, (q: Record<string, string>) => Promise<number>])[] = [
  [
    'ticket_medio',
    async q => (await fixture.ask<{ totais: { valor_final: number } }>('Relatorio/pdv/ticket_medio', q)).totais.valor_final,
  ],
  ['faturamento_moeda', async q => (await fixture.ask<{ total: number }>('Relatorio/pdv/faturamento_moeda', q)).total],
  [
    'comparar_canais_venda',
    async q => sumOf(await fixture.ask<Record<string, { total_bruto: number }>>('relatorio/pdv/comparar_canais_venda', q)),
  ],
  [
    'comparar_tipo_atendimento',
    async q => sumOf(await fixture.ask<Record<string, { total_bruto: number }>>('relatorio/pdv/comparar_tipo_atendimento', q)),
  ],
]

const sumOf = (groups: Record<string, { total_bruto: number }>): number =>
  Object.values(groups).reduce((sum, { total_bruto }) => sum + total_bruto, 0)

describe.each(totals)('%s', (_name, total) => {
  test('times bound the whole span, unless each day is asked for', async () => {
    expect(await total(span)).toBeCloseTo(cents(1, 2, 3, 4, 5, 6, 7), 2)
    // From 18:00 to 20:59 of three days: neither 21:30 of the first day, nor noon, nor 21:00 of the second.
    expect(await total({ ...span, horario: 'CADA_DIA' })).toBeCloseTo(cents(1, 4, 5, 7), 2)
  })

  test('minutes count as well as whole hours', async () => {
    expect(await total({ ...halfPast, horario: 'CADA_DIA' })).toBeCloseTo(cents(5, 7), 2)
  })
})

test('invoices know the hours of each day, too', async () => {
  const of = async (q: Record<string, string>) => (await fixture.ask<{ total: number }>('Relatorio/pdv/nfce_totais', q)).total
  expect(await of({ ...span, horario: 'CADA_DIA' })).toBe(2 + 5 + 6 + 8)
  expect(await of(span)).toBe(2 + 3 + 4 + 5 + 6 + 7 + 8)
})

test('hours of a day that end before they begin are refused at their field', async () => {
  const query = new URLSearchParams({
    lojaId: String(fixture.lojaId),
    startDate: '2023-06-01T21:00:00.000Z',
    endDate: '2023-06-03T12:00:00.000Z',
    horario: 'CADA_DIA',
  })
  const reply = await fixture.server.call(fixture.owner, 'GET', `/api/Relatorio/pdv/ticket_medio?${query}`)
  expect([reply.statusCode, reply.payload]).toEqual([400, expect.stringContaining('endDate')])
  query.set('horario', 'SEM_PARAR')
  expect((await fixture.server.call(fixture.owner, 'GET', `/api/Relatorio/pdv/ticket_medio?${query}`)).statusCode).toBe(200)
})

test('a mean is made of stays as they were, and rounded once', async () => {
  await fixture.sell(
    ['2023-07-01T12:00:59.900Z', '2023-07-01T12:01:59.900Z'].map(em => ({
      em,
      aberto: '2023-07-01T12:00:00.000Z',
      fechado: em,
      linhas: [{ produto: fixture.products[0] as (typeof fixture.products)[number] }],
    })),
  )
  const { totais } = await fixture.ask<{ totais: { permanencia_media: number } }>('Relatorio/pdv/ticket_medio', {
    startDate: '2023-07-01',
    endDate: '2023-07-01',
  })
  // 59.9 s and 119.9 s; whole minutes would make it 0.5.
  expect(totais.permanencia_media).toBe(1.5)
})
