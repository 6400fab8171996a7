import { expect, it } from 'vitest'
import type { ChartSpec, ReportItem, ResultShape, TableSpec } from '../../../model/report.ts'
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

const rows: ResultShape = { is: 'rows', columns: [], statement: 'linhas' }
const total: ResultShape = { is: 'value', column: { name: 'total', title: 'Total', kind: 'money', required: false } }
const record = (members: Readonly<Record<string, ResultShape>>): { readonly result: ResultShape } => ({
  result: { is: 'record', members },
})
const queries = { main: record({ array: rows, dias: rows, total }), extrato: { result: rows }, produtos: record({ itens: rows }) }
const calls = { main: { query: 'main' }, extrato: { query: 'extrato' }, produtos: { query: 'produtos' } }

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
  expect(exportParts({ title: 'Relatório', layout, calls }, queries)).toEqual([
    { title: 'Extrato', call: 'extrato', part: '' },
    { title: 'Produtos', call: 'produtos', part: 'itens' },
    { title: 'Produtos', call: 'main', part: 'array' },
    { title: 'Por dia', call: 'main', part: 'dias' },
  ])
})

it('offers no table with a line for each store, which no call answers', () => {
  const layout: readonly ReportItem[] = [
    { when: 'storeCount > 1', items: [table('main', 'Por loja')] },
    table('main.dias', 'Dias'),
  ]
  expect(exportParts({ title: 'Relatório', layout, calls }, queries)).toEqual([{ title: 'Dias', call: 'main', part: 'dias' }])
})
