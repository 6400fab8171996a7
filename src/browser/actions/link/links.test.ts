import { expect, test } from 'vitest'
import { existingLinksOf, hasLinkChanges, linkDifference, linkRows, withTicks } from './links.ts'

const kept = existingLinksOf(
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
  const same = linkDifference(kept, new Set(['2', '1']))
  expect(hasLinkChanges(same)).toBe(false)
  const other = linkDifference(kept, withTicks(withTicks(new Set(['1', '2']), ['1'], false), ['3', '2'], true))
  expect(other).toEqual({ added: ['3'], removed: [10] })
  expect(linkRows(other, 'produtoId', false)).toEqual([{ id: 10, deletar: true }, { produtoId: 3 }])
  expect(linkRows(other, 'ncmId', true)).toEqual([{ id: 10, deletar: true }, { ncmId: '3' }])
})
