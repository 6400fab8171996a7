import { SWRConfig, unstable_serialize } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchOrTakePrefetched, prefetchQuery } from './prefetchQuery.ts'

afterEach(() => void vi.useRealTimers())

test('what was asked ahead is answered once, then asked again', async () => {
  prefetchQuery(['rows', 'produtos'], async () => 'early')
  expect(await fetchOrTakePrefetched(['rows', 'produtos'], async () => 'now')).toBe('early')
  expect(await fetchOrTakePrefetched(['rows', 'produtos'], async () => 'now')).toBe('now')
})

test('another question is asked for itself', async () => {
  prefetchQuery(['rows', 'produtos'], async () => 'early')
  expect(await fetchOrTakePrefetched(['rows', 'grupos'], async () => 'now')).toBe('now')
})

test('an answer that nobody came for is not kept', async () => {
  vi.useFakeTimers()
  prefetchQuery(['rows', 'produtos'], async () => 'early')
  vi.advanceTimersByTime(5_000)
  expect(await fetchOrTakePrefetched(['rows', 'produtos'], async () => 'now')).toBe('now')
})

test('its failure is told by who comes for it', async () => {
  prefetchQuery(['rows', 'parceiros'], () => Promise.reject(new Error('away')))
  await expect(fetchOrTakePrefetched(['rows', 'parceiros'], async () => 'now')).rejects.toThrow('away')
})

test('the page is drawn with the answer, and does not wait for one that it has already', async () => {
  const key = ['rows', 'marcas']
  const held = () => SWRConfig.defaultValue.cache.get(unstable_serialize(key))
  await prefetchQuery(key, async () => 'early')
  expect(held()).toMatchObject({ data: 'early', isLoading: false })
  expect(prefetchQuery(key, async () => 'later')).toBeUndefined()
})

test('an answer that comes after its page goes to the page, not behind its back', async () => {
  const key = ['rows', 'atrasos']
  const { promise, resolve } = Promise.withResolvers<string>()
  const coming = prefetchQuery(key, () => promise)
  const page = fetchOrTakePrefetched(key, async () => 'now')
  resolve('late')
  await coming
  expect(SWRConfig.defaultValue.cache.get(unstable_serialize(key))?.data).toBeUndefined()
  expect(await page).toBe('late')
})
