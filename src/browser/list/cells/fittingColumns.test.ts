import { expect, test } from 'vitest'
import { exampleModel, exampleRegister } from '../fixtures/exampleRegister.ts'
import { fittingColumns } from './fittingColumns.ts'
import { columnWidth, listColumns, shownColumns } from './listColumns.ts'

const shown = shownColumns(listColumns(exampleModel, exampleRegister), undefined)
const grid = shown.map(column => ({ id: column.id, title: column.title, ...columnWidth(column) }))
const without = (over: number) => {
  const { fitting, moved } = fittingColumns(shown, grid, exampleRegister, over)
  return { fitting: fitting.map(({ id }) => id), moved: moved.map(({ id }) => id) }
}

test('what tells least goes first, and no more than must; all that goes is told in the row', () => {
  const { fitting, moved } = without(20)
  expect([...fitting, ...moved].toSorted()).toEqual(shown.map(({ id }) => id).toSorted())
  expect(moved).toHaveLength(1)
  expect(moved).not.toContain('nome')
})

test('however narrow: code, name and what is switched stay', () => {
  const { fitting } = without(5_000)
  expect(fitting).toEqual(expect.arrayContaining(['codigo', 'nome', 'ativo']))
  expect(without(5_000).moved).not.toEqual([])
})
