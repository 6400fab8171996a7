import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOfDay, startOfDay } from '../../../src/base/calendar.ts'
import { countedSales, day, groupBy, hour, type ReportQuestion, ratio, reais, sumOf, zone } from './naiveCalculation.ts'
import { months, randomSales } from './randomSales.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'
import type { CompletedSale } from './salePlans.ts'

let fixture: ReportFixture
let sold: readonly CompletedSale[]
beforeAll(async () => {
  fixture = await openReportFixture()
  sold = await fixture.sell(randomSales(fixture, 7, 1200))
})
afterAll(() => fixture?.close())

const ranges = [
  [startOfDay(months.inicio, zone), endOfDay(months.fim, zone)],
  ['2024-01-15T14:37:11.000Z', '2024-02-20T09:12:59.999Z'],
  ['2024-01-20T14:10:00.000Z', '2024-01-20T14:50:59.999Z'],
] as const

/** The order of the database's texts: of letters before accents. */
const before = new Intl.Collator('pt-BR').compare

const receipts = (sales: readonly CompletedSale[]) =>
  sales.flatMap(sale => sale.recebimentos.map(receipt => ({ sale, receipt, dia: day(sale.contado ?? '') })))

/** Currencies as the report sums them, the most first. */
function currencies(sales: readonly CompletedSale[]) {
  const rows = [...groupBy(receipts(sales), ({ receipt }) => receipt.moeda.nome)].map(([moeda, some]) => ({
    moeda,
    value: sumOf(some, ({ receipt }) => receipt.valor),
    fee: sumOf(some, ({ receipt }) => receipt.taxa),
  }))
  return rows.sort((a, b) => Number(b.value - a.value) || before(a.moeda, b.moeda))
}

function byCurrency(asked: ReportQuestion) {
  const sales = countedSales(sold, asked)
  const all = currencies(sales)
  const days = [...groupBy(receipts(sales), ({ dia, receipt }) => `${dia} ${receipt.moeda.nome}`)].sort(([a], [b]) =>
    before(a, b),
  )
  const [value, fee] = [sumOf(all, row => row.value), sumOf(all, row => row.fee)]
  return {
    lojaId: fixture.lojaId,
    total: reais(value),
    total_taxa: reais(fee),
    total_descontado: reais(value - fee),
    totalPorMoeda: all.map(({ moeda, value, fee }) => ({
      moedaId: fixture.currencies.find(({ nome }) => nome === moeda)?.id,
      moeda,
      total: reais(value),
      total_taxa: reais(fee),
      total_descontado: reais(value - fee),
    })),
    totalPorDiaMoeda: days.map(([key, some]) => ({
      data: key.slice(0, 10),
      moeda: key.slice(11),
      total: reais(sumOf(some, ({ receipt }) => receipt.valor)),
    })),
  }
}

test('revenue by currency, as a naive calculation', async () => {
  const [, totem] = fixture.equipment as [number, number]
  for (const [inicio, fim] of ranges) {
    const range = { startDate: inicio, endDate: fim }
    expect(await fixture.ask('Relatorio/pdv/faturamento_moeda', range)).toEqual(byCurrency({ inicio, fim }))
    expect(await fixture.ask('Relatorio/pdv/faturamento_moeda', { ...range, equipamentos: totem })).toEqual(
      byCurrency({ inicio, fim, equipamentos: [totem] }),
    )
  }
})

test('revenue by currency of an empty period', async () => {
  expect(await fixture.ask('Relatorio/pdv/faturamento_moeda', { startDate: '2020-01-01', endDate: '2020-01-31' })).toEqual({
    lojaId: fixture.lojaId,
    total: 0,
    total_taxa: 0,
    total_descontado: 0,
    totalPorMoeda: [],
    totalPorDiaMoeda: [],
  })
})

const brazilian = (date: string) => date.split('-').reverse().join('/')

test('reconciliation by date and category, in whole days and in pieces of them', async () => {
  const path = 'Movimento_recebimentos/conciliacaoBancaria'
  const [inicio, fim] = ranges[1]
  const all = receipts(countedSales(sold, { inicio, fim, tipos: [1, 3] })).filter(({ receipt }) => !receipt.correntista)
  for (const hours of [24, 12, 8]) {
    const from = (sale: CompletedSale) => Math.floor(hour(sale.contado ?? '') / hours) * hours
    const two = (n: number) => String(n).padStart(2, '0')
    const groups = groupBy(all, ({ sale, dia }) => `${dia} ${two(from(sale))}`)
    const wanted = [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, some]) => {
        const first = Number(key.slice(11))
        const piece = hours === 24 ? '' : ` ${two(first)}:00 às ${two(first + hours)}:00`
        const sums = [...groupBy(some, ({ receipt }) => receipt.moeda.nome)].map(([name, each]) => [
          name,
          reais(sumOf(each, ({ receipt }) => receipt.valor)),
        ])
        return [`${brazilian(key.slice(0, 10))}${piece}`, Object.fromEntries(sums)] as const
      })
    const answer = await fixture.ask<object>(path, { startDate: inicio, endDate: fim, intervalHour: hours })
    expect(answer).toEqual(Object.fromEntries(wanted))
    expect(Object.keys(answer)).toEqual(wanted.map(([key]) => key))
  }
  const refused = await fixture.server.call(
    fixture.owner,
    'GET',
    `/api/${path}?lojaId=${fixture.lojaId}&startDate=2024-01-01&endDate=2024-01-31&intervalHour=7`,
  )
  expect([refused.statusCode, refused.json().error.details[0].path]).toEqual([400, 'intervalHour'])
})

test.each([
  ['comparar_canais_venda', 'canal', { types: 'MESA,DELIVERY' }, { atendimentos: ['MESA', 'DELIVERY'] }],
  ['comparar_tipo_atendimento', 'atendimento', { channels: 'LOJA' }, { canais: ['LOJA'] }],
] as const)('%s, as a naive calculation', async (name, key, narrow, narrowed) => {
  const figures = (asked: ReportQuestion) =>
    Object.fromEntries(
      [...groupBy(countedSales(sold, asked), sale => sale[key])].map(([value, some]) => {
        const [total, people] = [sumOf(some, sale => sale.final), sumOf(some, sale => sale.pessoas)]
        return [
          value,
          { total_bruto: reais(total), ticket_medio: ratio(total, people * 100n, 2) ?? 0, numero_pessoas: Number(people) },
        ]
      }),
    )
  for (const [inicio, fim] of ranges) {
    const range = { startDate: inicio, endDate: fim }
    expect(await fixture.ask(`relatorio/pdv/${name}`, range)).toEqual(figures({ inicio, fim }))
    expect(await fixture.ask(`relatorio/pdv/${name}`, { ...range, ...narrow })).toEqual(figures({ inicio, fim, ...narrowed }))
  }
  expect(await fixture.ask(`relatorio/pdv/${name}`, { startDate: '2020-01-01', endDate: '2020-01-31' })).toEqual({})
})

test('every report says the same revenue', async () => {
  const [inicio, fim] = ranges[0]
  const range = { startDate: inicio, endDate: fim }
  const ask = <T>(path: string, query: Record<string, string> = range) => fixture.ask<T>(path, query)
  const ticket = await ask<{ totais: { valor_final: number; numero_pessoas: number } }>('Relatorio/pdv/ticket_medio')
  const { total } = await ask<{ total: number }>('Relatorio/pdv/faturamento_moeda')
  const result = await ask<{ receitas: { total: number } }>('relatorio/pdv/resultado', {
    incomeStartDate: months.inicio,
    incomeEndDate: months.fim,
    billsStartDate: months.inicio,
    billsEndDate: months.fim,
  })
  const [income] = await ask<{ value: number }[]>('relatorio/contas/dre', { startDate: months.inicio, endDate: months.fim })
  const channels = await ask<Record<string, { total_bruto: number; numero_pessoas: number }>>(
    'relatorio/pdv/comparar_canais_venda',
  )
  const cents = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + Math.round(figure * 100), 0)
  const wanted = Number(sumOf(countedSales(sold, { inicio, fim }), sale => sale.final))
  const said = [ticket.totais.valor_final, total, result.receitas.total, income?.value ?? 0].map(figure => cents([figure]))
  expect(said).toEqual([wanted, wanted, wanted, wanted])
  const each = Object.values(channels)
  expect([cents(each.map(one => one.total_bruto)), each.reduce((sum, one) => sum + one.numero_pessoas, 0)]).toEqual([
    wanted,
    ticket.totais.numero_pessoas,
  ])
})
