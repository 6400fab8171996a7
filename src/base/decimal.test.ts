import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, divide, multiply, roundHalfEven, roundHalfUp, subtract, sum } from './decimal.ts'

/** Amounts in cents, so that whole-number arithmetic tells what is right. */
const cents = fc.integer({ min: -10_000_000, max: 10_000_000 })

describe('arithmetic', () => {
  it('does not drift as binary numbers do', () => {
    expect([add(0.1, 0.2), subtract(0.3, 0.1), multiply(1.1, 1.1), multiply(19.99, 100), divide(1, 3), divide(10, 4)]).toEqual([
      0.3, 0.2, 1.21, 1999, 0.333333333333333, 2.5,
    ])
  })

  it('agrees with whole numbers', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(add(a / 100, b / 100)).toBe((a + b) / 100 + 0)
        expect(subtract(a / 100, b / 100)).toBe((a - b) / 100 + 0)
        expect(multiply(a / 100, b / 100)).toBe(Number(`${BigInt(a) * BigInt(b)}e-4`) + 0)
      }),
    )
  })

  it('sums', () => expect(sum(Array.from({ length: 1000 }, () => 0.1))).toBe(100))
  it('divides by zero to zero', () => expect(divide(5, 0)).toBe(0))
  it('compares', () => expect([compare(1, 2) < 0, compare(2, 2), compare(3, 2) > 0]).toEqual([true, 0, true]))
})

describe('rounding', () => {
  it.each([
    [1.005, 2, 1, 1.01],
    [1.015, 2, 1.02, 1.02],
    [0.125, 2, 0.12, 0.13],
    [-0.125, 2, -0.12, -0.13],
    [2.5, 0, 2, 3],
    [3.5, 0, 4, 4],
    [-0.001, 2, 0, 0],
    [12.3456, 4, 12.3456, 12.3456],
  ])('%d to %d places', (x, places, even, up) => expect([roundHalfEven(x, places), roundHalfUp(x, places)]).toEqual([even, up]))
})
