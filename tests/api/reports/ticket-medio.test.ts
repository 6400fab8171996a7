import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOfDay, startOfDay } from '../../../src/base/calendar.ts'
import { countedSales, day, groupBy, hour, type ReportQuestion, ratio, reais, sumOf, zone } from './naiveCalculation.ts'
import { months, randomSales } from './randomSales.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'
import type { CompletedSale } from './salePlans.ts'

const path = 'Relatorio/pdv/ticket_medio'

let fixture: ReportFixture
beforeAll(async () => {
  fixture = await openReportFixture()
})
afterAll(() => fixture?.close())

test('by hand: discount, service, a deleted line, a cancelled and an open sale, loss, midnight, month end', async () => {
  const [a, b] = fixture.products as [ReportFixture['products'][number], ReportFixture['products'][number]]
  const por = fixture.people[0] ?? 0
  await fixture.sell([
    // 23:59:59.999 of 30 April in the store: 12.50 x 2 - 1.00 + 2.50 of service, two people, 90 minutes.
    {
      em: '2023-05-01T02:59:59.999Z',
      aberto: '2023-05-01T01:29:59.999Z',
      fechado: '2023-05-01T02:59:59.999Z',
      pessoas: 2,
      linhas: [{ produto: a, qtd: 2000, desconto: 100, servico: 250 }],
    },
    // Midnight: the next day and month. The deleted line does not count.
    {
      em: '2023-05-01T03:00:00.000Z',
      pessoas: 3,
      canal: 'IFOOD',
      atendimento: 'DELIVERY',
      linhas: [{ produto: b }, { produto: a, deletado: { em: '2023-05-01T03:00:00Z', por } }],
    },
    // Given away: a sale of nothing still is one of one person.
    { em: '2023-05-01T15:00:00Z', linhas: [{ produto: b, desconto: 990 }] },
    { em: '2023-05-01T15:00:00Z', linhas: [{ produto: a }], deletado: { em: '2023-05-01T16:00:00Z', por } },
    { em: null, aberto: '2023-05-01T15:00:00Z', linhas: [{ produto: a }] },
    { em: '2023-05-01T15:00:00Z', tipo: 5, linhas: [{ produto: a }] },
  ])
  expect(await fixture.ask(path, { startDate: '2023-04-30', endDate: '2023-05-01' })).toEqual({
    ticketDia: [
      { dia: '2023-04-30', valor_final: 26.5, numero_pessoas: 2, ticket_medio: 13.25 },
      { dia: '2023-05-01', valor_final: 9.9, numero_pessoas: 4, ticket_medio: 2.48 },
    ],
    ticketHora: [
      { hora: 0, valor_final: 9.9, numero_pessoas: 3, ticket_medio: 3.3 },
      { hora: 12, valor_final: 0, numero_pessoas: 1, ticket_medio: 0 },
      { hora: 23, valor_final: 26.5, numero_pessoas: 2, ticket_medio: 13.25 },
    ],
    totais: { valor_final: 36.4, numero_pessoas: 6, ticket_medio: 6.07, permanencia_media: 90 },
  })
  const may = await fixture.ask<{ totais: unknown }>(path, {
    startDate: '2023-05-01',
    endDate: '2023-05-31',
    channels: 'IFOOD',
    types: 'DELIVERY,MESA',
  })
  expect(may.totais).toEqual({ valor_final: 9.9, numero_pessoas: 3, ticket_medio: 3.3, permanencia_media: 0 })
})

test('of an empty period', async () => {
  expect(await fixture.ask(path, { startDate: '2020-01-01', endDate: '2020-01-31' })).toEqual({
    ticketDia: [],
    ticketHora: [],
    totais: { valor_final: 0, numero_pessoas: 0, ticket_medio: 0, permanencia_media: 0 },
  })
})

/** The report as it would be worked out over everything that was sold. */
function naive(all: readonly CompletedSale[], asked: ReportQuestion) {
  const sales = countedSales(all, asked)
  const figures = (some: readonly CompletedSale[]) => {
    const [value, people] = [sumOf(some, sold => sold.final), sumOf(some, sold => sold.pessoas)]
    return { valor_final: reais(value), numero_pessoas: Number(people), ticket_medio: ratio(value, people * 100n, 2) }
  }
  const stays = sales.flatMap(({ aberto, fechado }) => (aberto && fechado ? [Date.parse(fechado) - Date.parse(aberto)] : []))
  const rows = <K extends string | number>(key: (sold: CompletedSale) => K, name: string) =>
    [...groupBy(sales, key)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([value, some]) => ({ [name]: value, ...figures(some) }))
  return {
    ticketDia: rows(sold => day(sold.contado ?? ''), 'dia'),
    ticketHora: rows(sold => hour(sold.contado ?? ''), 'hora'),
    totais: {
      ...figures(sales),
      ticket_medio: figures(sales).ticket_medio ?? 0,
      permanencia_media:
        ratio(
          sumOf(stays, stay => stay),
          BigInt(stays.length) * 60_000n,
          1,
        ) ?? 0,
    },
  }
}

test('as a naive calculation over random sales', async () => {
  const sold = await fixture.sell(randomSales(fixture, 1, 1500))
  const ranges = [
    [startOfDay(months.inicio, zone), endOfDay(months.fim, zone)],
    [startOfDay('2024-01-31', zone), endOfDay('2024-02-01', zone)],
    ['2024-01-15T14:37:11.000Z', '2024-02-20T09:12:59.999Z'],
    ['2024-01-20T14:10:00.000Z', '2024-01-20T14:50:59.999Z'],
  ] as const
  for (const [inicio, fim] of ranges) {
    const range = { startDate: inicio, endDate: fim }
    expect(await fixture.ask(path, range)).toEqual(naive(sold, { inicio, fim }))
    const filtered = { canais: ['LOJA', 'IFOOD'], atendimentos: ['MESA'] }
    expect(await fixture.ask(path, { ...range, channels: 'LOJA,IFOOD', types: 'MESA' })).toEqual(
      naive(sold, { inicio, fim, ...filtered }),
    )
  }
})
