import fc from 'fast-check'
import '../../tests/fixedSeed.ts'
import { expect, test } from 'vitest'
import { roundDigits, sumDigits } from './digits.ts'

test.each([
  ['12.50', 2, '12.5'],
  ['12.00', 2, '12'],
  ['0.125', 2, '0.12'],
  ['0.135', 2, '0.14'],
  ['-0.001', 2, '0'],
  ['-0', 2, '0'],
  ['-0.00', 2, '0'],
  ['100', 0, '100'],
  ['10.3333333333333333', 2, '10.33'],
  ['1e-7', 3, '0'],
  ['123456789012345678.91', 2, '123456789012345678.91'],
])('%s with %i places is %s', (text, places, expected) => {
  expect(roundDigits(text, places)).toBe(expected)
})

test('what is no number has no digits', () => {
  expect(roundDigits('NaN', 2)).toBeUndefined()
  expect(roundDigits('Infinity', 2)).toBeUndefined()
})

test('sums of cents are exact, whatever their number and size', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })), cents => {
      const text = (x: bigint): string => {
        const size = `${x < 0n ? -x : x}`.padStart(3, '0')
        return `${x < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
      }
      const total = cents.reduce((a, b) => a + b, 0n)
      expect(roundDigits(sumDigits(cents.map(text)), 2)).toBe(roundDigits(text(total), 2))
    }),
  )
})
