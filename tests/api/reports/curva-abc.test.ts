import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOfDay, startOfDay } from '../../../src/base/calendar.ts'
import {
  costOf,
  countedSales,
  groupBy,
  isWanted,
  linesOf,
  numberOfUnits,
  type ReportQuestion,
  ratio,
  reais,
  sumOf,
  zone,
} from './naiveCalculation.ts'
import { months, randomSales } from './randomSales.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'
import type { CompletedSale, SoldLine } from './salePlans.ts'

const path = 'relatorio/pdv/curva_abc'

interface Answer {
  readonly array: readonly Record<string, unknown>[]
  readonly total_venda: number
  readonly total_lucro: number
  readonly total_qtd: number
  readonly valor_unitario_medio: number
}

let fixture: ReportFixture
beforeAll(async () => {
  fixture = await openReportFixture()
})
afterAll(() => fixture?.close())

test('by hand: classes at their bounds, a loss, a deleted line, a cancelled sale, another kind of movement', async () => {
  const [, b, , d, , f] = fixture.products as [Product, Product, Product, Product, Product, Product]
  const por = fixture.people[0] ?? 0
  const at = '2023-05-10T15:00:00Z'
  await fixture.sell([
    // 80.00, costs 0.008: share 80 %, class A at the bound.
    { em: at, linhas: [{ produto: d, qtd: 80_000 }] },
    // 15.00 after a discount: cumulative 95 %, B at the bound.
    { em: at, linhas: [{ produto: b, qtd: 2000, desconto: 480 }] },
    // 5.00 at a cost of 25 cents each: the rest, C.
    {
      em: '2023-05-11T02:59:59.999Z',
      linhas: [
        { produto: f, qtd: 10_000 },
        { produto: d, deletado: { em: at, por } },
      ],
    },
    { em: at, linhas: [{ produto: f }], deletado: { em: at, por } },
    { em: at, tipo: 4, linhas: [{ produto: f }] },
    { em: '2023-05-11T03:00:00Z', linhas: [{ produto: f }] },
  ])
  const answer = await fixture.ask<Answer>(path, { startDate: '2023-05-10', endDate: '2023-05-10' })
  expect(answer.array).toEqual([
    {
      produtoId: d.id,
      cod_prod: '4',
      descricao: 'Produto 4',
      valor_unitario_medio: 1,
      qtd: 80,
      valor_final: 80,
      custo: 0.01,
      lucro: 79.99,
      venda_p: 80,
      venda_abc: 'A',
      lucro_p: 82.05,
      lucro_abc: 'A',
      qtd_p: 86.96,
      qtd_abc: 'A',
      classe: 'A',
    },
    {
      produtoId: b.id,
      cod_prod: '2',
      descricao: 'Produto 2',
      valor_unitario_medio: 7.5,
      qtd: 2,
      valor_final: 15,
      custo: 0,
      lucro: 15,
      venda_p: 15,
      venda_abc: 'B',
      lucro_p: 15.39,
      lucro_abc: 'C',
      qtd_p: 2.17,
      qtd_abc: 'C',
      classe: 'B',
    },
    {
      produtoId: f.id,
      cod_prod: '6',
      descricao: 'Produto 6',
      valor_unitario_medio: 0.5,
      qtd: 10,
      valor_final: 5,
      custo: 2.5,
      lucro: 2.5,
      venda_p: 5,
      venda_abc: 'C',
      lucro_p: 2.56,
      lucro_abc: 'C',
      qtd_p: 10.87,
      qtd_abc: 'C',
      classe: 'C',
    },
  ])
  expect(answer).toMatchObject({ total_venda: 100, total_lucro: 97.49, total_qtd: 92, valor_unitario_medio: 1.09 })
  const byQuantity = await fixture.ask<Answer>(path, { startDate: '2023-05-10', endDate: '2023-05-10', order: 'qtd' })
  expect(byQuantity.array.map(row => [row.cod_prod, row.classe])).toEqual([
    ['4', 'A'],
    ['6', 'C'],
    ['2', 'C'],
  ])
})

test('of an empty period', async () => {
  expect(await fixture.ask(path, { startDate: '2020-01-01', endDate: '2020-01-31' })).toEqual({
    array: [],
    total_venda: 0,
    total_lucro: 0,
    total_qtd: 0,
    valor_unitario_medio: 0,
  })
})

type Product = ReportFixture['products'][number]
type Order = 'valor_final' | 'lucro' | 'qtd'

interface Question extends ReportQuestion {
  readonly grupos?: readonly number[]
  readonly unidades?: readonly number[]
}

/** Cents, thousandths and ten-millionths of what was sold of a product. */
function sumsOf(lines: readonly SoldLine[]) {
  const [value, qtd, custo] = [sumOf(lines, line => line.final), sumOf(lines, line => line.qtd), sumOf(lines, costOf)]
  return { valor_final: value, qtd, custo, lucro: value * 100_000n - custo }
}

/** Each product's class by its place in the order of a measure. */
function classesOf(products: readonly { readonly produto: Product; readonly sums: ReturnType<typeof sumsOf> }[], order: Order) {
  const positive = (value: bigint): bigint => (value > 0n ? value : 0n)
  const total = sumOf(products, ({ sums }) => positive(sums[order]))
  const sorted = [...products].sort(
    (a, b) =>
      Number(b.sums[order] > a.sums[order]) - Number(b.sums[order] < a.sums[order]) ||
      (a.produto.descricao < b.produto.descricao ? -1 : 1),
  )
  let until = 0n
  return sorted.map(({ produto, sums }, place) => {
    until += positive(sums[order])
    const classe =
      sums[order] <= 0n ? 'C' : place === 0 || until * 100n <= total * 80n ? 'A' : until * 100n <= total * 95n ? 'B' : 'C'
    return { produto, sums, classe, share: ratio(positive(sums[order]) * 100n, total, 2) }
  })
}

function naive(all: readonly CompletedSale[], asked: Question, order: Order) {
  const lines = linesOf(countedSales(all, asked)).map(({ line }) => line)
  const wanted = lines.filter(
    ({ produto }) => isWanted(asked.grupos, produto.grupoId) && isWanted(asked.unidades, produto.unidadeId),
  )
  const products = [...groupBy(wanted, line => line.produto)].map(([produto, some]) => ({ produto, sums: sumsOf(some) }))
  const of = (each: Order) => new Map(classesOf(products, each).map(one => [one.produto, one]))
  const [sale, gain, count] = [of('valor_final'), of('lucro'), of('qtd')]
  const array = classesOf(products, order).map(({ produto, sums, classe }) => ({
    produtoId: produto.id,
    cod_prod: `${fixture.products.indexOf(produto) + 1}`,
    descricao: produto.descricao,
    valor_unitario_medio: ratio(sums.valor_final * 10n, sums.qtd, 2),
    qtd: numberOfUnits(sums.qtd, 3),
    valor_final: reais(sums.valor_final),
    custo: ratio(sums.custo, 10_000_000n, 2),
    lucro: ratio(sums.lucro, 10_000_000n, 2),
    venda_p: sale.get(produto)?.share,
    venda_abc: sale.get(produto)?.classe,
    lucro_p: gain.get(produto)?.share,
    lucro_abc: gain.get(produto)?.classe,
    qtd_p: count.get(produto)?.share,
    qtd_abc: count.get(produto)?.classe,
    classe,
  }))
  const whole = sumsOf(wanted)
  return {
    array,
    total_venda: reais(whole.valor_final),
    total_lucro: reais(sumOf(array, row => BigInt(Math.round((row.lucro ?? 0) * 100)))),
    total_qtd: numberOfUnits(whole.qtd, 3),
    valor_unitario_medio: ratio(whole.valor_final * 10n, whole.qtd, 2) ?? 0,
  }
}

test('as a naive calculation over random sales', async () => {
  const sold = await fixture.sell(randomSales(fixture, 2, 1500))
  const [grupo] = fixture.groups as [number]
  const [, unidade] = fixture.units as [number, number]
  const [, totem] = fixture.equipment as [number, number]
  for (const [inicio, fim] of [
    [startOfDay(months.inicio, zone), endOfDay(months.fim, zone)],
    ['2024-01-15T14:37:11.000Z', '2024-02-20T09:12:59.999Z'],
    ['2024-01-20T12:10:00.000Z', '2024-01-20T20:50:59.999Z'],
  ] as const) {
    const range = { startDate: inicio, endDate: fim }
    for (const order of ['valor_final', 'lucro', 'qtd'] as const)
      expect(await fixture.ask(path, { ...range, order })).toEqual(naive(sold, { inicio, fim }, order))
    expect(
      await fixture.ask(path, { ...range, channels: 'LOJA', types: 'MESA,BALCAO', equipamentos: totem, groups: grupo }),
    ).toEqual(
      naive(
        sold,
        { inicio, fim, canais: ['LOJA'], atendimentos: ['MESA', 'BALCAO'], equipamentos: [totem], grupos: [grupo] },
        'valor_final',
      ),
    )
    expect(await fixture.ask(path, { ...range, units: unidade })).toEqual(
      naive(sold, { inicio, fim, unidades: [unidade] }, 'valor_final'),
    )
  }
})
