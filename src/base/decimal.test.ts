import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compareDecimals, divide, multiply, roundHalfEven, roundHalfUp, subtract, sum } from './decimal.ts'

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
  it('compares', () =>
    expect([compareDecimals(1, 2) < 0, compareDecimals(2, 2), compareDecimals(3, 2) > 0]).toEqual([true, 0, true]))
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

describe('beside decimal.js', () => {
  const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -30, toExpPos: 30 })
  const back = (x: Decimal): number => x.toSignificantDigits(15).toNumber() + 0
  /** Decimals of up to 15 digits, near and far from the point. */
  const decimals = fc
    .tuple(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.integer({ min: -18, max: 6 }))
    .map(([units, exponent]) => Number(`${units}e${exponent}`))
  const runs = { numRuns: 2_000 }

  it('adds, subtracts, multiplies and divides', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(add(a, b)).toBe(back(new Exact(a).plus(b)))
        expect(subtract(a, b)).toBe(back(new Exact(a).minus(b)))
        expect(multiply(a, b)).toBe(back(new Exact(a).times(b)))
        if (b !== 0) expect(divide(a, b)).toBe(back(new Exact(a).div(b)))
      }),
      runs,
    )
  })

  it('sums', () => {
    fc.assert(
      fc.property(fc.array(decimals), all => {
        expect(sum(all)).toBe(back(all.reduce((so, x) => so.plus(x), new Exact(0) as Decimal)))
      }),
    )
  })

  it('rounds', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 8 }), (x, places) => {
        expect(roundHalfEven(x, places)).toBe(back(new Exact(x).toDecimalPlaces(places, Decimal.ROUND_HALF_EVEN)))
        expect(roundHalfUp(x, places)).toBe(back(new Exact(x).toDecimalPlaces(places, Decimal.ROUND_HALF_UP)))
      }),
      runs,
    )
  })
})
