import { expect, test } from 'vitest'
import { CountCache } from './countCache.ts'

const registers = new Set(['produtos'])
const changed = (cache: CountCache) => cache.outdated('todos', 1, registers)?.changed

const counted = (): CountCache => {
  const cache = new CountCache()
  cache.invalidate({ lojaId: 1, register: 'produtos', ids: ['1'] })
  cache.set('todos', 70_000, cache.now(1))
  return cache
}

test('a count that a change overtook knows which rows of its table changed since', () => {
  const cache = counted()
  expect(cache.get('todos', 1)).toBe(70_000)
  cache.invalidate({ lojaId: 1, register: 'produtos', ids: ['5', '6'] })
  cache.invalidate({ lojaId: 1, register: 'grupos', ids: ['7'] })
  cache.invalidate({ lojaId: 2, register: 'produtos', ids: ['8'] })
  expect(cache.get('todos', 1)).toBeUndefined()
  expect(changed(cache)).toEqual(['5', '6'])
})

test('a change that names no rows may be of any', () => {
  const cache = counted()
  cache.invalidate({ lojaId: 1, register: 'produtos', ids: [] })
  expect(changed(cache)).toBeUndefined()
})

test('more changes than are remembered may be of any rows', () => {
  const cache = counted()
  for (let n = 0; n < 1001; n++) cache.invalidate({ lojaId: 2, register: 'produtos', ids: [`${n}`] })
  expect(changed(cache)).toBeUndefined()
})

test('a change amid the counting overtakes the count', () => {
  const cache = counted()
  cache.invalidate({ lojaId: 1, register: 'produtos', ids: ['5'] })
  const before = cache.now(1)
  cache.invalidate({ lojaId: 1, register: 'produtos', ids: ['6'] })
  cache.set('todos', 70_001, before)
  expect(cache.get('todos', 1)).toBeUndefined()
  expect(changed(cache)).toEqual(['6'])
})
