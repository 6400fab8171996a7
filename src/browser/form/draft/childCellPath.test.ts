import { expect, test } from 'vitest'
import { childCellOf, childCellPath, childRowOf, childRowPath } from './childCellPath.ts'

test('a path and the cell that it names are told from each other', () => {
  const address = { row: 'k1', column: 'grupo.nome' }
  expect(childCellPath('itens', address)).toBe('itens.k1.grupo.nome')
  expect(childCellOf('itens.k1.grupo.nome')).toEqual({ list: 'itens', address })
})

test('a field, a list and a row are no cells', () => {
  for (const path of ['nome', 'itens', 'itens.', 'itens.k1', '']) expect(childCellOf(path)).toBeUndefined()
})

test('the row that a path lies in keeps what lies within it', () => {
  expect(childRowOf('itens.k1.grupo.nome')).toEqual({ list: 'itens', row: 'k1', rest: 'grupo.nome' })
  expect(childRowPath({ list: 'itens', row: 'k1', rest: 'grupo.nome' })).toBe('itens.k1.grupo.nome')
  expect(childRowPath({ list: 'itens', row: 'k1', rest: '' })).toBe('itens.k1')
  for (const path of ['nome', 'itens.', '']) expect(childRowOf(path)).toBeUndefined()
})
