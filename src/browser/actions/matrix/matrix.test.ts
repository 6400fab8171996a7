import { describe, expect, test } from 'vitest'
import type { MatrixView } from '../../../model/action.ts'
import {
  changedMatrixCells,
  matrixCellState,
  matrixCellValue,
  matrixItem,
  matrixProblems,
  readMatrix,
  type TypedCells,
  withRowValues,
} from './matrix.ts'

const view: MatrixView = {
  title: 'Preços',
  load: { method: 'GET', path: 'x' },
  rows: { from: 'aqui', key: 'id', label: 'nome', code: 'cod', value: 'preco' },
  columns: { from: 'lojas', key: 'id', label: 'nome' },
  cells: { from: 'la', row: 'de', column: 'loja', value: 'preco', marks: [] },
  field: 'preco',
  states: { up: 'u', down: 'd', removed: 'r', new: 'n' },
  send: {
    method: 'POST',
    path: 'y',
    list: 'itens',
    item: { de: 'row.id', loja: 'column.id', la: 'cell.id', preco: 'value' },
    batch: 500,
  },
  pageSizes: [10],
}

const matrix = readMatrix(
  {
    aqui: [
      { id: 1, nome: 'X-Salada', cod: '10', preco: 20 },
      { id: 2, nome: 'Suco', cod: '11', preco: 8.5 },
    ],
    lojas: [
      { id: 7, nome: 'Centro' },
      { id: 8, nome: 'Praia' },
    ],
    la: [{ id: 70, de: 1, loja: 7, preco: 18 }],
  },
  view,
)

const typed = (cells: Record<string, number | null>): TypedCells => new Map(Object.entries(cells))

describe('a matrix of values', () => {
  test.each([
    ['higher', '1/7', 20, 'up'],
    ['lower', '1/7', 17.99, 'down'],
    ['equal', '1/7', 18, undefined],
    ['emptied', '1/7', null, 'removed'],
    ['filled where there was none', '2/8', 8.5, 'new'],
    ['zero where there was none', '2/8', 0, 'new'],
    ['left empty where there was none', '2/8', null, undefined],
  ] as const)('a cell that is %s', (_, key, value, state) => {
    expect(matrixCellState(matrix, key, typed({ [key]: value }))).toBe(state)
  })

  test('what nobody typed has no state, and keeps its value', () => {
    expect(matrixCellState(matrix, '1/7', typed({}))).toBeUndefined()
    expect(matrixCellValue(matrix, '1/7', typed({}))).toBe(18)
    expect(matrixCellValue(matrix, '2/8', typed({}))).toBeNull()
  })

  test('only changed cells are sent, as the call names their members', () => {
    const now = typed({ '1/7': 18, '1/8': 21, '2/7': null, '2/8': 9 })
    const changed = changedMatrixCells(matrix, now)
    expect(changed.map(({ key, state }) => [key, state])).toEqual([
      ['1/8', 'new'],
      ['2/8', 'new'],
    ])
    const removed = changedMatrixCells(matrix, typed({ '1/7': null }))
    expect(removed.map(cell => matrixItem(cell, matrix, typed({ '1/7': null }), view.send.item))).toEqual([
      { de: 1, loja: 7, la: 70, preco: null },
    ])
    expect(changed.map(cell => matrixItem(cell, matrix, now, view.send.item))).toEqual([
      { de: 1, loja: 8, la: null, preco: 21 },
      { de: 2, loja: 8, la: null, preco: 9 },
    ])
  })

  test('the row’s own value goes to the cells that exist', () => {
    expect([...withRowValues(matrix, typed({}), 'preco')]).toEqual([['1/7', 20]])
  })

  test('a cell that is of another record says what it is of, and takes nothing', () => {
    const marked: MatrixView = {
      ...view,
      cells: { ...view.cells, label: 'nome', code: 'cod', marks: [{ when: 'outro', text: 'o', closed: true }] },
    }
    const la = [
      { id: 70, de: 1, loja: 7, preco: 18, cod: '10', nome: 'X-Burger', outro: true },
      { id: 71, de: 2, loja: 7, preco: 8, cod: '11', nome: 'Suco', outro: false },
    ]
    const { rows, columns } = matrix
    const read = readMatrix({ aqui: rows.map(row => row.item), lojas: columns.map(column => column.item), la }, marked)
    expect(read.cells.get('1/7')).toMatchObject({ label: '10 · X-Burger', mark: { text: 'o' } })
    expect(read.cells.get('2/7')?.mark).toBeUndefined()
    expect([...withRowValues(read, typed({}), 'preco')]).toEqual([['2/7', 8.5]])
    const now = typed({ '1/7': 1, '2/7': 9 })
    expect(matrixCellValue(read, '1/7', now)).toBe(18)
    expect(changedMatrixCells(read, now).map(({ key }) => key)).toEqual(['2/7'])
  })

  test('a problem stands at the cell that was sent', () => {
    const sent = changedMatrixCells(matrix, typed({ '1/7': 1, '2/8': 2 }))
    const details = [
      { path: 'itens.1.preco', message: 'Alto demais' },
      { path: 'itens.1', message: 'Outra' },
      { path: 'nome', message: 'Nada' },
    ]
    expect([...matrixProblems(details, 'itens', sent)]).toEqual([['2/8', 'Alto demais']])
  })

  test('a reply that is none leaves an empty table', () => {
    expect(readMatrix(null, view)).toEqual({ rows: [], columns: [], cells: new Map() })
  })
})
