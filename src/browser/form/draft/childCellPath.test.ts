import { expect, test } from 'vitest'
import { childCellOf, childCellPath } from './childCellPath.ts'

test('a path and the cell that it names are told from each other', () => {
  const address = { row: 'k1', column: 'grupo.nome' }
  expect(childCellPath('itens', address)).toBe('itens.k1.grupo.nome')
  expect(childCellOf('itens.k1.grupo.nome')).toEqual({ list: 'itens', address })
})

test('a field, a list and a row are no cells', () => {
  for (const path of ['nome', 'itens', 'itens.', 'itens.k1', '']) expect(childCellOf(path)).toBeUndefined()
})
