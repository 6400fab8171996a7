import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOfDay, startOfDay } from '../../../src/base/calendar.ts'
import { formatMoney } from '../../../src/base/number.ts'
import {
  countedSales,
  groupBy,
  isWanted,
  linesOf,
  numberOfUnits,
  type ReportQuestion,
  reais,
  sumOf,
  zone,
} from './naiveCalculation.ts'
import { months, randomSales } from './randomSales.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'
import type { CompletedSale, SoldLine } from './salePlans.ts'

let fixture: ReportFixture
let sold: readonly CompletedSale[]
beforeAll(async () => {
  fixture = await openReportFixture()
  sold = await fixture.sell(randomSales(fixture, 9, 1200))
})
afterAll(() => fixture?.close())

const ranges = [
  [startOfDay(months.inicio, zone), endOfDay(months.fim, zone)],
  ['2024-01-15T14:37:11.000Z', '2024-02-20T09:12:59.999Z'],
] as const

const names = () => new Map(fixture.people.map((id, at) => [id, ['Ana', 'Bia'][at] ?? '']))

/** The waiter or seller of a line, and the share it brought them. */
const roles = {
  servico_garcom: { who: (line: SoldLine) => line.garcomId, earns: (line: SoldLine) => line.servico },
  comissao_vendedor: { who: (line: SoldLine) => line.vendedorId, earns: (line: SoldLine) => line.valorComissao },
} as const

function commission({ who, earns }: (typeof roles)[keyof typeof roles], asked: ReportQuestion, wanted?: readonly number[]) {
  const lines = linesOf(countedSales(sold, asked))
    .map(({ line }) => line)
    .filter(line => who(line) !== null && isWanted(wanted, who(line)))
  const value = (some: readonly SoldLine[]) => reais(sumOf(some, line => line.final))
  const sums = (some: readonly SoldLine[]) => ({
    qtd: numberOfUnits(
      sumOf(some, line => line.qtd),
      3,
    ),
    valor_final: value(some),
    comissao: reais(sumOf(some, earns)),
  })
  const each = <T>(some: readonly SoldLine[], of: (lines: readonly SoldLine[]) => T) =>
    Object.fromEntries([...groupBy(some, who)].map(([id, own]) => [id, { nome: names().get(id ?? 0), ...of(own) }]))
  const earned = lines.filter(line => earns(line) !== 0)
  const unearned = lines.filter(line => earns(line) === 0)
  const split = (some: readonly SoldLine[]) => ({
    com_comissao: value(some.filter(line => earns(line) !== 0)),
    sem_comissao: value(some.filter(line => earns(line) === 0)),
    ...sums(some),
  })
  return {
    totalWithCommissionBySellerId: each(earned, sums),
    totalWithoutCommissionBySellerId: each(unearned, sums),
    totalProductsBySellerId: each(lines, split),
    totals: split(lines),
  }
}

test.each(['servico_garcom', 'comissao_vendedor'] as const)('%s, as a naive calculation', async name => {
  const [ana] = fixture.people as [number]
  for (const [inicio, fim] of ranges) {
    const range = { startDate: inicio, endDate: fim }
    expect(await fixture.ask(`Relatorio/pdv/${name}`, range)).toEqual(commission(roles[name], { inicio, fim }))
    expect(await fixture.ask(`Relatorio/pdv/${name}`, { ...range, sellersIds: ana })).toEqual(
      commission(roles[name], { inicio, fim }, [ana]),
    )
  }
  expect(await fixture.ask(`Relatorio/pdv/${name}`, { startDate: '2020-01-01', endDate: '2020-01-31' })).toEqual({
    totalWithCommissionBySellerId: {},
    totalWithoutCommissionBySellerId: {},
    totalProductsBySellerId: {},
    totals: { com_comissao: 0, sem_comissao: 0, qtd: 0, valor_final: 0, comissao: 0 },
  })
})

test('the statement that a waiter signs tells what the report tells', async () => {
  const [ana] = fixture.people as [number]
  const { server, lojaId, owner } = fixture
  await server.context.database.system.query('UPDATE parceiros SET funcionario = true WHERE "lojaId" = $1 AND id = $2', [
    lojaId,
    ana,
  ])
  const { inicio, fim } = months
  const path = `/api/parceiros/documents/comissao?lojaId=${lojaId}&ids=${ana}&from=${inicio}&to=${fim}`
  const { totals } = commission(roles.servico_garcom, { inicio: ranges[0][0], fim: ranges[0][1] }, [ana])
  expect(totals.comissao).toBeGreaterThan(0)
  expect((await server.call(owner, 'GET', path)).body).toContain(formatMoney(totals.comissao).replace(/^\D+/, ''))
})

test('deleted items are listed by the moment of deletion, also of sales that are open or cancelled', async () => {
  const [inicio, fim] = ranges[1]
  const gone = sold
    .flatMap(sale => sale.linhas)
    .filter(({ deletado }) => deletado !== null && deletado.em >= inicio && deletado.em <= fim)
  const people = [...groupBy(gone, line => line.deletado?.por)].map(([por, some]) => ({
    deletado_por_nome: names().get(por ?? 0),
    qtd: numberOfUnits(
      sumOf(some, line => line.qtd),
      3,
    ),
    valor_final: reais(sumOf(some, line => line.final)),
  }))
  const answer = await fixture.ask<{
    totais_por_vendedor: unknown[]
    array: { deletado_em: string; descricao: string; valor_final: number }[]
  }>('relatorio/pdv/itens_deletados', { startDate: inicio, endDate: fim })
  expect(gone.length).toBeGreaterThan(20)
  expect(answer.totais_por_vendedor).toHaveLength(people.length)
  expect(answer.totais_por_vendedor).toEqual(expect.arrayContaining(people))
  const key = (em: string | undefined, descricao: string, value: number) => `${em} ${descricao} ${value}`
  expect(answer.array.map(row => key(row.deletado_em, row.descricao, row.valor_final)).sort()).toEqual(
    gone.map(line => key(line.deletado?.em, line.produto.descricao, line.final / 100)).sort(),
  )
  expect(answer.array.map(row => row.deletado_em)).toEqual(
    answer.array
      .map(row => row.deletado_em)
      .sort()
      .reverse(),
  )
  expect(await fixture.ask('relatorio/pdv/itens_deletados', { startDate: '2020-01-01', endDate: '2020-01-31' })).toEqual({
    totais_por_vendedor: [],
    array: [],
  })
})
