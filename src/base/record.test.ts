import { expect, test } from 'vitest'
import { isRecord, membersOf, recordsIn } from './record.ts'

test('an object is a record, an array and a missing one are not', () => {
  expect([{}, Object.create(null), new Error('x'), [], null, undefined, 'a'].map(isRecord)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('what is no object has no members, what is no list no records', () => {
  expect(membersOf({ a: 1 }).a).toBe(1)
  expect(membersOf(null)).toEqual({})
  expect(membersOf(['a'])).toEqual({})
  expect(recordsIn([{ a: 1 }, null, 'b'])).toEqual([{ a: 1 }])
  expect(recordsIn({ 0: {} })).toEqual([])
})
