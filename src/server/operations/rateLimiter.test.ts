import { expect, test } from 'vitest'
import { createRateLimiter } from './rateLimiter.ts'

test('so many calls in a minute from one address', () => {
  let time = 0
  const rate = createRateLimiter(2, () => time)
  expect([rate.admits('a'), rate.admits('a'), rate.admits('a'), rate.admits('b')]).toEqual([true, true, false, true])
  time = 59_999
  expect(rate.admits('a')).toBe(false)
  time = 60_000
  expect(rate.admits('a')).toBe(true)
})
