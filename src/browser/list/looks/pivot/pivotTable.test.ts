import { expect, it } from 'vitest'
import type { TotalsReply } from '../../../../api/batch.ts'
import { pivotTable } from './pivotTable.ts'

const group = (valor: string | null, count: number, total: number) => ({ valor, count, totais: { total } })
const celulas = [
  { linha: 'A', coluna: 'X', count: 3, totais: { total: 9.2 } },
  { linha: null, coluna: null, count: 1, totais: { total: 0.3 } },
]
const all: TotalsReply = {
  count: 4,
  totais: { total: 10.3 },
  grupos: [group('A', 3, 10), group(null, 1, 0.3)],
  outros: 2,
  celulas,
}
const columns = [group('X', 3, 9.2), group(null, 1, 0.3)]
const table = (measure: 'count' | 'sum' | 'average') => pivotTable(all, columns, all.grupos ?? [], { measure, field: 'total' })

it('sums cells, rows, columns and all, and has nothing where there is nothing', () => {
  expect(table('sum')).toEqual({
    rows: [
      { value: 'A', label: undefined, cells: [9.2, undefined], total: 10 },
      { value: null, label: undefined, cells: [undefined, 0.3], total: 0.3 },
    ],
    totals: [9.2, 0.3],
    total: 10.3,
    left: 2,
  })
})

it('counts, and tells the average by record', () => {
  expect(table('count').rows[0]).toMatchObject({ cells: [3, undefined], total: 3 })
  expect(table('average').rows[0]?.cells[0]).toBeCloseTo(3.0667, 3)
  expect(table('average').total).toBe(2.575)
})
