import { expect, it } from 'vitest'
import type { ChartSpec, ReportItem, TableSpec } from '../../../model/report.ts'
import { exportParts } from './exportParts.ts'

const table = (rows: string, title?: string): ReportItem => ({
  table: { rows, columns: [], totals: [], rowTone: [], ...(title === undefined ? {} : { title }) } satisfies TableSpec,
})
const chart = (rows: string, title: string): ChartSpec => ({
  chart: 'bar',
  title,
  rows,
  category: 'a',
  values: ['b'],
  horizontal: true,
  height: { min: 400 },
  percentages: false,
})

it('offers each part with rows once, tables before charts', () => {
  const layout: readonly ReportItem[] = [
    { charts: [chart('main.array', 'Top'), chart('main.dias', 'Por dia')], across: 2 },
    {
      toggle: [
        { title: 'Extrato', items: [table('extrato')] },
        { title: 'Produtos', items: [table('produtos.itens')] },
      ],
    },
    { when: 'true', items: [table('main.array', 'Produtos')] },
  ]
  expect(exportParts({ title: 'Relatório', layout })).toEqual([
    { title: 'Extrato', call: 'extrato', part: '' },
    { title: 'Produtos', call: 'produtos', part: 'itens' },
    { title: 'Produtos', call: 'main', part: 'array' },
    { title: 'Por dia', call: 'main', part: 'dias' },
  ])
})
