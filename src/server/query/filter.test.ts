import { expect, test } from 'vitest'
import { readFilter } from './filter.ts'

test('a filter is read as JSON and in brackets alike', () => {
  const json = readFilter({ filter: '{"where":{"a":{"inq":[1,2]}},"limit":5,"order":["a DESC"]}' })
  const brackets = readFilter({
    'filter[where][a][inq][0]': 1,
    'filter[where][a][inq][1]': 2,
    'filter[limit]': 5,
    'filter[order][]': 'a DESC',
  })
  expect(brackets).toEqual(json)
})

test('where, q, lojaId and _like stand beside the filter; what begins with _ is skipped', () => {
  expect(readFilter({ where: '{"a":1}', nome_like: 'x', q: 'pão', lojaId: '3', _t: '1', offset: '2' })).toEqual({
    where: { a: 1, nome_like: 'x' },
    q: 'pão',
    lojaId: '3',
    skip: '2',
  })
})

test.each([
  [{ filter: '{' }, 'filter-invalid'],
  [{ filter: '[]' }, 'filter-part-invalid'],
  [{ limite: '1' }, 'filter-word-unknown'],
  [{ 'filter[where': '1' }, 'filter-word-unknown'],
  [{ 'filter[__proto__][a]': '1' }, 'filter-word-unknown'],
])('%j is refused', (query, code) => {
  expect(() => readFilter(query)).toThrow(code)
})
