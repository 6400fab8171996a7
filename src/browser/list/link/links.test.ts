import { expect, test } from 'vitest'
import { differenceOf, isChanged, keptOf, rowsOf, withTicks } from './links.ts'

const kept = keptOf(
  [
    { id: 10, produtoId: 1 },
    { id: 11, produtoId: 2 },
    { id: 12, produtoId: 2 },
    { id: 13, produtoId: null },
  ],
  'produtoId',
)

test('a record is linked once, and a link that leads nowhere is none', () => {
  expect([...kept]).toEqual([
    ['1', 10],
    ['2', 11],
  ])
})

test('only what was ticked or unticked is saved', () => {
  const same = differenceOf(kept, new Set(['2', '1']))
  expect(isChanged(same)).toBe(false)
  const other = differenceOf(kept, withTicks(withTicks(new Set(['1', '2']), ['1'], false), ['3', '2'], true))
  expect(other).toEqual({ added: ['3'], removed: [10] })
  expect(rowsOf(other, 'produtoId', false)).toEqual([{ id: 10, deletar: true }, { produtoId: 3 }])
  expect(rowsOf(other, 'ncmId', true)).toEqual([{ id: 10, deletar: true }, { ncmId: '3' }])
})
