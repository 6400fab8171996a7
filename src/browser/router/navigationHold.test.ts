import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdNavigation, takeNavigationHold } from './navigationHold.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const place = { pathname: '/produtos', search: '?page=2' }

test('a move waits for what its page shows first', async () => {
  let come = (): void => undefined
  holdNavigation(
    '/produtos?page=2',
    new Promise<void>(resolve => {
      come = resolve
    }),
  )
  const drawn = vi.fn()
  void takeNavigationHold(place)?.then(drawn)
  await vi.advanceTimersByTimeAsync(20)
  expect(drawn).not.toHaveBeenCalled()
  come()
  await vi.advanceTimersByTimeAsync(0)
  expect(drawn).toHaveBeenCalledOnce()
})

test('an answer that does not come keeps nobody waiting', async () => {
  holdNavigation('/produtos?page=2', new Promise(() => undefined))
  const drawn = vi.fn()
  void takeNavigationHold(place)?.then(drawn)
  await vi.advanceTimersByTimeAsync(200)
  expect(drawn).toHaveBeenCalledOnce()
})

test('another move waits for nothing, nor does one long after', () => {
  holdNavigation('/produtos?page=2', Promise.resolve())
  expect(takeNavigationHold({ pathname: '/grupos', search: '' })).toBeUndefined()
  holdNavigation('/produtos?page=2', Promise.resolve())
  vi.advanceTimersByTime(5_000)
  expect(takeNavigationHold(place)).toBeUndefined()
})
