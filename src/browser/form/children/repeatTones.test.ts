import { expect, test } from 'vitest'
import type { DraftRow } from '../draft/draftRows.ts'
import { repeatTones } from './repeatTones.ts'

const row = (key: string, produtoId: unknown, removed = false): DraftRow => ({
  key,
  values: { produtoId },
  base: undefined,
  removed,
})

test('rows of one product share a colour, those of another have the next; what stands once or is empty has none', () => {
  const rows = [row('a', 1), row('b', 2), row('c', 1), row('d', null), row('e', null), row('f', 3), row('g', 3), row('h', 3)]
  expect([...repeatTones(rows, 'produtoId')]).toEqual([
    ['a', 'repeat-1'],
    ['c', 'repeat-1'],
    ['f', 'repeat-2'],
    ['g', 'repeat-2'],
    ['h', 'repeat-2'],
  ])
})

test('a row that is taken out repeats nothing', () => {
  expect(repeatTones([row('a', 1), row('b', 1, true)], 'produtoId').size).toBe(0)
})

test('the eleventh product takes the first colour again', () => {
  const rows = Array.from({ length: 22 }, (_, at) => row(`${at}`, Math.floor(at / 2)))
  const tones = repeatTones(rows, 'produtoId')
  expect(tones.get('18')).toBe('repeat-10')
  expect(tones.get('20')).toBe('repeat-1')
})
