import { describe, expect, it } from 'vitest'
import type { ResultColumn, TableSpec } from '../../../model/report.ts'
import { shownTable } from './shownTable.ts'

const of = (name: string, kind: ResultColumn['kind']): ResultColumn => ({ name, title: name, kind, required: false })
const columns = [of('data', 'date'), of('moeda', 'text'), of('valor', 'money')]
const spec = (more: Partial<TableSpec> = {}): TableSpec => ({
  rows: 'main',
  columns: columns.map(({ name, title, ...as }) => ({ column: name, title, as })),
  totals: ['valor'],
  rowTone: [],
  ...more,
})
const rows = [
  { data: '2026-01-01', moeda: 'Pix', valor: 0.1 },
  { data: '2026-01-01', moeda: 'Dinheiro', valor: 0.2 },
  { data: '2026-01-02', moeda: 'Pix', valor: null },
]

describe('a table', () => {
  it('has exact totals, and none without rows', () => {
    expect(shownTable(spec(), { columns, rows }, undefined).totals).toEqual({ valor: 0.3 })
    expect(shownTable(spec(), { columns, rows: [] }, undefined).totals).toBeUndefined()
    expect(shownTable(spec({ totals: [] }), { columns, rows }, undefined).totals).toBeUndefined()
  })

  it('is ordered by numbers and by words, what is empty last', () => {
    const order = (by: string, down: boolean) => shownTable(spec(), { columns, rows }, { by, down }).rows.map(row => row.valor)
    expect(order('valor', true)).toEqual([0.2, 0.1, null])
    expect(order('valor', false)).toEqual([0.1, 0.2, null])
    expect(order('moeda', false)).toEqual([0.2, 0.1, null])
  })

  it('tells the store of a comparison first', () => {
    const compared = { columns: [of('loja', 'text'), ...columns], rows: rows.map(row => ({ ...row, loja: 'Praça' })) }
    expect(shownTable(spec(), compared, undefined).columns.map(({ id }) => id)).toEqual(['loja', 'data', 'moeda', 'valor'])
  })

  it('writes quantities with the places that they need', () => {
    const many = [of('qtd', 'decimal'), of('peso', 'decimal')]
    const asked = spec({ columns: many.map(({ name, title, ...as }) => ({ column: name, title, as })), totals: [] })
    const { columns: shown } = shownTable(
      asked,
      {
        columns: many,
        rows: [
          { qtd: 2, peso: 1.25 },
          { qtd: 10, peso: 3 },
        ],
      },
      undefined,
    )
    expect(shown.map(({ as }) => as.decimals)).toEqual([0, 2])
  })

  it('is pivoted: a row a date, a column a currency', () => {
    const pivot = { column: 'moeda', value: 'valor' }
    const again = [...rows, { data: '2026-01-01', moeda: 'Pix', valor: 0.2 }]
    const { columns: shown, rows: made, totals } = shownTable(spec({ pivot }), { columns, rows: again }, undefined)
    expect(shown.map(({ title }) => title)).toEqual(['data', 'Pix', 'Dinheiro'])
    expect(made).toEqual([{ data: '2026-01-01', '=Pix': 0.3, '=Dinheiro': 0.2 }, { data: '2026-01-02' }])
    expect(totals).toEqual({ '=Pix': 0.3, '=Dinheiro': 0.2 })
    expect(shown[1]?.as.kind).toBe('money')
  })
})
