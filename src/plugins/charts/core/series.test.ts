import { describe, expect, it } from 'vitest'
import type { ResultColumn } from '../../../model/report.ts'
import { percentagesOf } from './percentages.ts'
import { chartData, isChartEmpty } from './series.ts'

const columns: readonly ResultColumn[] = [
  { name: 'data', title: 'Data', kind: 'date', required: false },
  { name: 'loja', title: 'Loja', kind: 'text', required: false },
  { name: 'total', title: 'Total', kind: 'money', required: false },
  { name: 'qtd', title: 'Quantidade', kind: 'integer', required: false },
]
const row = (data: string, loja: string, total: number | null, qtd = 1) => ({ data, loja, total, qtd })

describe('figures of rows', () => {
  it('by category, added up exactly', () => {
    const rows = [row('2026-01-01', 'Praça', 0.1), row('2026-01-01', 'Centro', 0.2), row('2026-01-02', 'Praça', 3)]
    const { categories, series, figures } = chartData(rows, columns, { category: 'data', values: ['total'] })
    expect(categories.map(({ text }) => text)).toEqual(['01/01/2026', '02/01/2026'])
    expect(categories.map(({ short }) => short)).toEqual(['01/01', '02/01'])
    expect(categories[0]?.rows).toHaveLength(2)
    expect(series).toMatchObject([{ key: 'total', title: 'Total' }])
    expect(figures).toEqual([[0.3, 3]])
  })

  it('days of several years keep them', () => {
    const rows = [row('2025-12-31', 'Praça', 1), row('2026-01-01', 'Praça', 2)]
    const { categories } = chartData(rows, columns, { category: 'data', values: ['total'] })
    expect(categories.map(({ short }) => short)).toEqual(['31/12/2025', '01/01/2026'])
  })

  it('by a column of series, with holes', () => {
    const rows = [row('2026-01-01', 'Praça', 1), row('2026-01-02', 'Centro', 2)]
    const { series, figures } = chartData(rows, columns, { category: 'data', values: ['total'], series: 'loja' })
    expect(series.map(({ title }) => title)).toEqual(['Praça', 'Centro'])
    expect(figures).toEqual([
      [1, null],
      [null, 2],
    ])
  })

  it('of several columns, one that no row tells is none, whatever places an axis fills', () => {
    const rows = [{ hora: 12, total: 5, usual: null }]
    const drawn = (of: readonly Record<string, unknown>[]) =>
      chartData(of, columns, { category: 'hora', values: ['total', 'usual'], fill: 'hour' }).series.map(({ key }) => key)
    expect(drawn(rows)).toEqual(['total'])
    expect(drawn([...rows, { hora: 13, total: null, usual: 0 }])).toEqual(['total', 'usual'])
    expect(drawn([])).toEqual(['total', 'usual'])
  })

  it('of several columns and a column of series', () => {
    const made = chartData([row('2026-01-01', 'Praça', 1, 4)], columns, {
      category: 'data',
      values: ['total', 'qtd'],
      series: 'loja',
    })
    expect(made.series.map(({ title }) => title)).toEqual(['Praça · Total', 'Praça · Quantidade'])
    expect(made.figures).toEqual([[1], [4]])
  })

  it('only the most and the least, of those above', () => {
    const rows = [row('2026-01-01', 'a', 5), row('2026-01-02', 'b', 0), row('2026-01-03', 'c', 9), row('2026-01-04', 'd', 2)]
    const pick = (most: boolean) => ({ category: 'loja', values: ['total'], pick: { by: 'total', most, count: 2, above: 0 } })
    expect(chartData(rows, columns, pick(true)).categories.map(({ text }) => text)).toEqual(['c', 'a'])
    expect(chartData(rows, columns, pick(false)).categories.map(({ text }) => text)).toEqual(['d', 'a'])
  })

  it('nothing is empty, and so is nothing but zeros', () => {
    expect(isChartEmpty(chartData([], columns, { category: 'data', values: ['total'] }))).toBe(true)
    expect(isChartEmpty(chartData([row('2026-01-01', 'a', 0)], columns, { category: 'data', values: ['total'] }))).toBe(true)
    expect(isChartEmpty(chartData([row('2026-01-01', 'a', -1)], columns, { category: 'data', values: ['total'] }))).toBe(false)
  })
})

describe('shares', () => {
  it.each([
    [
      [50, 25, 25],
      [50, 25, 25],
    ],
    [
      [1, 1, 1],
      [33, 33, 33],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [10, null, -5],
      [100, 0, 0],
    ],
    [
      [125, 875],
      [12, 88],
    ],
  ])('%j are %j', (values, whole) => expect(percentagesOf(values)).toEqual(whole))
})

it('an axis that counts days has each of them, with 0 where nothing was', () => {
  const rows = [row('2026-01-03', 'Praça', 5), row('2026-01-01', 'Praça', 2)]
  const data = chartData(
    rows,
    columns,
    { category: 'data', values: ['total'], fill: 'day' },
    { start: '2025-12-31', end: '2026-01-03' },
  )
  expect(data.categories.map(({ text }) => text)).toEqual(['31/12/2025', '01/01/2026', '02/01/2026', '03/01/2026'])
  expect(data.figures).toEqual([[0, 2, 0, 5]])
})

describe('what was not measured', () => {
  const hour = (hora: number, ticket: number | null, total: number) => ({ hora, ticket, total })
  const measured: readonly ResultColumn[] = [
    { name: 'hora', title: 'Hora', kind: 'integer', required: false },
    { name: 'ticket', title: 'Ticket', kind: 'money', required: false, additive: false },
    { name: 'total', title: 'Total', kind: 'money', required: false },
  ]
  const rows = [hour(11, 30, 90), hour(13, 20, 40)]
  const spec = { category: 'hora', values: ['ticket', 'total'], fill: 'hour' } as const
  const today = { start: '2026-11-27', end: '2026-11-27', now: '2026-11-27T13' }

  it('is a hole, while nothing sold is 0', () => {
    const { figures, categories } = chartData(rows, measured, spec, today)
    expect(categories).toHaveLength(24)
    expect(figures.map(row => row.slice(10, 15))).toEqual([
      [null, 30, null, 20, null],
      [0, 90, 0, 40, null],
    ])
    expect(categories.filter(one => one.unfinished).map(({ text }) => text)).toEqual(['13h'])
  })

  it('averages are not added up', () => {
    const { figures } = chartData([...rows, hour(11, 10, 10)], measured, { ...spec, values: ['ticket', 'total'] }, today)
    expect([figures[0]?.[11], figures[1]?.[11]]).toEqual([null, 100])
  })
})
