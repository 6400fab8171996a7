import { expect, test } from 'vitest'
import { cellAfterStep, nextCell } from './movement.ts'

const extent = { rows: 100, columns: 5, page: 10 }
const at = (row: number, column: number) => ({ row, column })

test('steps stop at the edges, and the header lies over the first row', () => {
  expect(cellAfterStep(at(0, 0), 'left', extent)).toEqual(at(0, 0))
  expect(cellAfterStep(at(0, 4), 'right', extent)).toEqual(at(0, 4))
  expect(cellAfterStep(at(0, 2), 'up', extent)).toEqual(at(-1, 2))
  expect(cellAfterStep(at(-1, 2), 'up', extent)).toEqual(at(-1, 2))
  expect(cellAfterStep(at(-1, 2), 'down', extent)).toEqual(at(0, 2))
  expect(cellAfterStep(at(99, 2), 'down', extent)).toEqual(at(99, 2))
})

test('Home, End and Ctrl go to the ends of the row, the column and the grid', () => {
  expect(cellAfterStep(at(7, 3), 'rowStart', extent)).toEqual(at(7, 0))
  expect(cellAfterStep(at(7, 3), 'rowEnd', extent)).toEqual(at(7, 4))
  expect(cellAfterStep(at(7, 3), 'columnStart', extent)).toEqual(at(0, 3))
  expect(cellAfterStep(at(7, 3), 'columnEnd', extent)).toEqual(at(99, 3))
  expect(cellAfterStep(at(7, 3), 'first', extent)).toEqual(at(0, 0))
  expect(cellAfterStep(at(7, 3), 'last', extent)).toEqual(at(99, 4))
})

test('a page keeps one row of the last one in view', () => {
  expect(cellAfterStep(at(0, 1), 'pageDown', extent)).toEqual(at(9, 1))
  expect(cellAfterStep(at(95, 1), 'pageDown', extent)).toEqual(at(99, 1))
  expect(cellAfterStep(at(20, 1), 'pageUp', extent)).toEqual(at(11, 1))
  expect(cellAfterStep(at(3, 1), 'pageUp', extent)).toEqual(at(0, 1))
})

test('an empty grid has only its header', () => {
  const none = { rows: 0, columns: 3, page: 0 }
  expect(cellAfterStep(at(-1, 1), 'down', none)).toEqual(at(-1, 1))
  expect(cellAfterStep(at(-1, 1), 'last', none)).toEqual(at(-1, 2))
})

test('the next cell that may be edited is found over the ends of rows', () => {
  const editable = ({ column }: { column: number }) => column === 1 || column === 3
  expect(nextCell(at(0, 1), 1, extent, editable)).toEqual(at(0, 3))
  expect(nextCell(at(0, 3), 1, extent, editable)).toEqual(at(1, 1))
  expect(nextCell(at(1, 1), -1, extent, editable)).toEqual(at(0, 3))
  expect(nextCell(at(99, 3), 1, extent, editable)).toBeUndefined()
})
