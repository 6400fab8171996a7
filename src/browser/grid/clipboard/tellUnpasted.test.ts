import { expect, test } from 'vitest'
import { tellUnpasted } from './tellUnpasted.ts'

const view = {
  rows: ['a', 'b', 'c'],
  columns: [
    { id: 'x', title: 'X' },
    { id: 'y', title: 'Y' },
  ],
}

const told = (table: readonly (readonly string[])[], top: number, taken: number): readonly string[] => {
  const texts: string[] = []
  tellUnpasted(table, { top, left: 0 }, view, taken, text => texts.push(text))
  return texts
}

test('a paste that fits says nothing', () => expect(told([['1', '2']], 1, 2)).toEqual([]))

test('lines below the last row are told', () => {
  expect(told([['1'], ['2'], ['3']], 1, 2)).toEqual(['A última linha copiada ficou de fora: a tabela termina antes.'])
  expect(told([['1'], ['2'], ['3']], 2, 1)).toEqual(['As últimas 2 linhas copiadas ficaram de fora: a tabela termina antes.'])
})

test('cells that nobody may change are told, empty texts are not', () => {
  expect(told([['1', '2']], 0, 0)).toEqual(['2 células não podem ser alteradas e ficaram como estavam.'])
  expect(told([['1', '']], 0, 1)).toEqual([])
})
