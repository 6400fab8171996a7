import { describe, expect, test } from 'vitest'
import { amountText, multiplyAmounts, parseAmount, splitByWeight } from './amount.ts'

describe('amounts of a sale', () => {
  test('are read whole or not at all', () => {
    expect(
      [19.9, '19.90', 0.1 + 0.2, '1e3', 5, '-2.5', '007', 1e21, '', null, '1,5', Number.NaN, 0.07].map(value =>
        parseAmount(value, 2),
      ),
    ).toEqual([1990, 1990, undefined, undefined, 500, -250, 700, undefined, undefined, undefined, undefined, undefined, 7])
    expect(parseAmount('9999999999.99', 2)).toBe(999_999_999_999)
    expect(parseAmount(1.2345, 3)).toBeUndefined()
  })

  test('are written with all their places', () => {
    expect([amountText(5, 2), amountText(-5, 2), amountText(1990, 2), amountText(12, 0), amountText(101234, 4)]).toEqual([
      '0.05',
      '-0.05',
      '19.90',
      '12',
      '10.1234',
    ])
  })

  test('are multiplied exactly and rounded half up', () => {
    expect(multiplyAmounts(1500, 333, 3)).toBe(500)
    expect(multiplyAmounts(1, 500, 3)).toBe(1)
    expect(multiplyAmounts(1, 499, 3)).toBe(0)
  })

  test('are shared out without a rest', () => {
    expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitByWeight(5, [0, 3, 0])).toEqual([0, 5, 0])
    expect(splitByWeight(499, [...Array<number>(10).fill(500), 5])).toEqual([...Array<number>(9).fill(50), 49, 0])
    expect(splitByWeight(7, [0, 0])).toEqual([0, 7])
    expect(splitByWeight(0, [4, 5])).toEqual([0, 0])
  })
})
