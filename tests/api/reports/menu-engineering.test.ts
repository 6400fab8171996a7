import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOfDay, startOfDay } from '../../../src/base/calendar.ts'
import { costOf, countedSales, groupBy, isWanted, linesOf, numberOfUnits, ratio, reais, sumOf, zone } from './naiveCalculation.ts'
import { months, randomSales } from './randomSales.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'
import type { CompletedSale, Product } from './salePlans.ts'

let fixture: ReportFixture
beforeAll(async () => {
  fixture = await openReportFixture()
})
afterAll(() => fixture?.close())

const path = 'relatorio/pdv/engenharia_cardapio'

interface Answer {
  readonly array: readonly { readonly descricao: string; readonly classificacao: string; readonly lucro_unitario: number }[]
}

test('the four classes by hand: profit by the mean of what was sold, popularity by 70 % of the mean quantity', async () => {
  const made = (at: number): Product => ({ ...(fixture.products[at] as Product) })
  const [star, horse, puzzle, dog] = [made(0), made(5), made(4), made(3)]
  // Profits: 8.50 x 10, 0.25 x 20, 39.991 x 1, 0.9999 x 1: 130.9909 / 32 = 4.09; mean quantity 8, popular from 5.6.
  await fixture.sell([
    { em: '2023-05-10T12:00:00Z', linhas: [{ produto: star, qtd: 10_000 }] },
    { em: '2023-05-10T12:00:00Z', linhas: [{ produto: horse, qtd: 20_000 }] },
    { em: '2023-05-10T12:00:00Z', linhas: [{ produto: puzzle }, { produto: dog }] },
  ])
  const answer = await fixture.ask<Answer>(path, { startDate: '2023-05-10', endDate: '2023-05-10' })
  expect(answer.array.map(row => [row.descricao, row.classificacao, row.lucro_unitario])).toEqual([
    ['Produto 1', 'ESTRELA', 8.5],
    ['Produto 5', 'QUEBRA_CABECA', 39.99],
    ['Produto 6', 'BURRO_DE_CARGA', 0.25],
    ['Produto 4', 'CAO', 1],
  ])
  expect(answer).toMatchObject({
    mediaLucro: 4.09,
    mediaLucroMin: 0.25,
    mediaLucroMax: 39.99,
    mediaQtd: 8,
    mediaQtdMin: 1,
    mediaQtdMax: 20,
    numeroProdutos: 4,
    total_custo: 85,
    total_custo_p: 39.35,
  })
})

test('of an empty period', async () => {
  expect(await fixture.ask(path, { startDate: '2020-01-01', endDate: '2020-01-31' })).toEqual({
    mediaLucro: null,
    mediaLucroMin: null,
    mediaLucroMax: null,
    mediaQtd: null,
    mediaQtdMin: null,
    mediaQtdMax: null,
    numeroProdutos: 0,
    total_custo: 0,
    total_custo_p: 0,
    array: [],
  })
})

/** Ten-millionths of a real and thousandths of a quantity. */
function naive(all: readonly CompletedSale[], inicio: string, fim: string, groups?: readonly number[]) {
  const lines = linesOf(countedSales(all, { inicio, fim }))
    .map(({ line }) => line)
    .filter(line => isWanted(groups, line.produto.grupoId))
  const products = [...groupBy(lines, line => line.produto)].map(([produto, some]) => {
    const [value, qtd, custo] = [sumOf(some, line => line.final), sumOf(some, line => line.qtd), sumOf(some, costOf)]
    return { produto, value, qtd, custo, lucro: value * 100_000n - custo }
  })
  const [count, qtd, lucro] = [BigInt(products.length), sumOf(products, each => each.qtd), sumOf(products, each => each.lucro)]
  return products.map(each => {
    // a / b >= c / d without a division: quantities are above zero.
    const profitable = each.lucro * qtd >= lucro * each.qtd
    const popular = each.qtd * count * 10n >= qtd * 7n
    return {
      descricao: each.produto.descricao,
      qtd: numberOfUnits(each.qtd, 3),
      qtd_p: ratio(each.qtd * 100n, qtd, 2),
      lucro_unitario: ratio(each.lucro, each.qtd * 10_000n, 2),
      valor_final: reais(each.value),
      lucro: ratio(each.lucro, 10_000_000n, 2),
      classificacao: profitable ? (popular ? 'ESTRELA' : 'QUEBRA_CABECA') : popular ? 'BURRO_DE_CARGA' : 'CAO',
    }
  })
}

test('as a naive calculation over random sales; losses and consumption have a curve of their own', async () => {
  const sold = await fixture.sell(randomSales(fixture, 13, 1000))
  const [group] = fixture.groups as [number]
  for (const [inicio, fim] of [
    [startOfDay(months.inicio, zone), endOfDay(months.fim, zone)],
    ['2024-01-15T14:37:11.000Z', '2024-02-20T09:12:59.999Z'],
  ] as const) {
    const range = { startDate: inicio, endDate: fim }
    for (const [query, groups] of [
      [range, undefined],
      [{ ...range, groups: group }, [group]],
    ] as const) {
      const { array } = await fixture.ask<Answer>(path, query)
      const wanted = naive(sold, inicio, fim, groups)
      expect(array).toHaveLength(wanted.length)
      expect(array).toEqual(expect.arrayContaining(wanted.map(row => expect.objectContaining(row))))
    }
    for (const tipos of [[4, 5], [5]]) {
      const lines = linesOf(countedSales(sold, { inicio, fim, tipos })).map(({ line }) => line)
      const curve = await fixture.ask<{
        total_venda: number
        total_qtd: number
        array: { descricao: string; valor_final: number }[]
      }>('relatorio/pdv/curva_abc_tipo_mov', { ...range, ...(tipos.length === 1 ? { movTypes: tipos.join(',') } : {}) })
      expect([curve.total_venda, curve.total_qtd]).toEqual([
        reais(sumOf(lines, line => line.final)),
        numberOfUnits(
          sumOf(lines, line => line.qtd),
          3,
        ),
      ])
      const wanted = [...groupBy(lines, line => line.produto.descricao)].map(([descricao, some]) => [
        descricao,
        reais(sumOf(some, line => line.final)),
      ])
      expect(curve.array.map(row => [row.descricao, row.valor_final]).sort()).toEqual(wanted.sort())
    }
  }
})
