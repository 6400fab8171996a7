import { expect, test } from 'vitest'
import { validOrders } from './validOrders.ts'

const HOUR = 3_600_000
const now = Date.parse('2026-01-31T12:00:00.000Z')
const rules = { days: 30, minimum: 15, hours: 1 }
const order = (hoursAgo: number, total = 20, discount = 0) => ({ at: now - hoursAgo * HOUR, total, discount })

test('an order counts when it is recent, large enough and late enough after the last that counted', () => {
  const first = order(30 * 24)
  const tooOld = order(30 * 24 + 1)
  const small = order(100, 14.99)
  const enough = order(99, 15)
  // Half an hour after one that counted: no. Half an hour later it is an hour since that one.
  const soon = order(98.5)
  const rested = order(98)
  expect(validOrders([rested, soon, enough, small, first, tooOld], rules, now)).toEqual([first, enough, rested])
})

test('a discount uses up what counted before, and does not count itself', () => {
  const before = order(50)
  const used = order(40, 20, 5)
  const after = order(39.5)
  expect(validOrders([before, used, after], rules, now)).toEqual([after])
  expect(validOrders([before, used], rules, now)).toEqual([])
  expect(validOrders([], rules, now)).toEqual([])
})
