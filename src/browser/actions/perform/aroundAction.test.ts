import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadLater } from './aroundAction.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page is loaded anew once the server is ready, not before', async () => {
  const reload = vi.fn()
  const answers = [() => Promise.reject(new Error('away')), async () => ({ ok: false }), async () => ({ ok: true })]
  const asked = vi.fn((_address: string) => answers.shift()?.())
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('fetch', asked)
  reloadLater({ message: 'wait', seconds: 5 }, { say: code => code, busy: () => () => undefined })
  await vi.advanceTimersByTimeAsync(5_000)
  expect([asked.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(500)
  expect([asked.mock.calls.length, reload.mock.calls.length]).toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(500)
  expect([asked.mock.calls.map(([address]) => address), reload.mock.calls.length]).toEqual([['/readyz', '/readyz', '/readyz'], 1])
})
