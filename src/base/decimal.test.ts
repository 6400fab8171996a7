import fc from 'fast-check'
import '../../tests/fixedSeed.ts'
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

/** A fraction of whole numbers: arithmetic that can be followed by hand, to hold the library to. */
interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

const fraction = (x: number): Fraction => {
  const [mantissa = '0', power = '0'] = x.toExponential().split('e')
  const [whole = '0', decimals = ''] = mantissa.split('.')
  const exponent = Number(power) - decimals.length
  const units = BigInt(whole + decimals)
  return exponent < 0 ? { top: units, bottom: 10n ** BigInt(-exponent) } : { top: units * 10n ** BigInt(exponent), bottom: 1n }
}

/** The whole number next to a fraction; at a tie the even one, or the one away from zero. */
const nearest = ({ top, bottom }: Fraction, tie: 'even' | 'up' = 'even'): bigint => {
  const size = top < 0n ? -top : top
  const whole = size / bottom
  const twice = (size % bottom) * 2n
  const away = twice > bottom || (twice === bottom && (tie === 'up' || whole % 2n !== 0n))
  return (top < 0n ? -1n : 1n) * (away ? whole + 1n : whole)
}

const shifted = ({ top, bottom }: Fraction, by: number): Fraction =>
  by < 0 ? { top, bottom: bottom * 10n ** BigInt(-by) } : { top: top * 10n ** BigInt(by), bottom }

/** The number of at most 15 significant digits next to a fraction. */
const back = (x: Fraction): number => {
  let by = 60
  while (String(nearest(shifted(x, by))).replace('-', '').length > 15) by -= 1
  return Number(`${nearest(shifted(x, by))}e${-by}`) + 0
}

describe('beside fractions of whole numbers', () => {
  /** Decimals of up to 15 digits, near and far from the point. */
  const decimals = fc
    .tuple(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.integer({ min: -18, max: 6 }))
    .map(([units, exponent]) => Number(`${units}e${exponent}`))
  const runs = { numRuns: 2_000 }
  const plus = (a: Fraction, b: Fraction): Fraction => ({
    top: a.top * b.bottom + b.top * a.bottom,
    bottom: a.bottom * b.bottom,
  })

  it('adds, subtracts, multiplies and divides', () => {
    fc.assert(
      fc.property(decimals, decimals, (x, y) => {
        const [a, b] = [fraction(x), fraction(y)]
        expect(add(x, y)).toBe(back(plus(a, b)))
        expect(subtract(x, y)).toBe(back(plus(a, { ...b, top: -b.top })))
        expect(multiply(x, y)).toBe(back({ top: a.top * b.top, bottom: a.bottom * b.bottom }))
        const sign = b.top < 0n ? -1n : 1n
        if (y !== 0) expect(divide(x, y)).toBe(back({ top: sign * a.top * b.bottom, bottom: sign * a.bottom * b.top }))
      }),
      runs,
    )
  })

  it('sums', () => {
    fc.assert(
      fc.property(fc.array(decimals), all => {
        expect(sum(all)).toBe(back(all.map(fraction).reduce(plus, { top: 0n, bottom: 1n })))
      }),
    )
  })

  it('rounds, places before the point too', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: -4, max: 8 }), (x, places) => {
        const moved = shifted(fraction(x), places)
        const round = (tie: 'even' | 'up'): number => back(shifted({ top: nearest(moved, tie), bottom: 1n }, -places))
        expect(roundHalfEven(x, places)).toBe(round('even'))
        expect(roundHalfUp(x, places)).toBe(round('up'))
      }),
      runs,
    )
  })
})
