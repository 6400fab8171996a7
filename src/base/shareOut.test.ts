import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../tests/fixedSeed.ts'
import { shareOut } from './shareOut.ts'

const numbers = (total: number, ...weights: number[]): number[] => shareOut(BigInt(total), weights.map(BigInt)).map(Number)

const cents = fc.bigInt({ min: 0n, max: 10_000_000n })
const lines = fc.array(fc.oneof(cents, fc.bigInt({ min: 0n, max: 9n })), { minLength: 1, maxLength: 60 })

test('a sum is kept, and no share is a cent or more away from its exact part', () => {
  fc.assert(
    fc.property(cents, lines, (total, weights) => {
      const all = weights.reduce((sum, weight) => sum + weight, 0n)
      const parts = shareOut(total, weights)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(all === 0n ? 0n : total)
      for (const [at, part] of parts.entries()) {
        const off = part * all - total * (weights[at] ?? 0n)
        if (all > 0n) expect(off < all && off > -all).toBe(true)
        if (weights[at] === 0n) expect(part).toBe(0n)
      }
    }),
  )
})

test('a share of what the lines can bear is never below zero, nor above its line', () => {
  fc.assert(
    fc.property(lines, fc.bigInt({ min: 0n, max: 1000n }), (weights, permille) => {
      const all = weights.reduce((sum, weight) => sum + weight, 0n)
      for (const [at, part] of shareOut((all * permille) / 1000n, weights).entries()) {
        expect(part >= 0n).toBe(true)
        expect(part <= (weights[at] ?? 0n)).toBe(true)
      }
    }),
  )
})

test('what remains goes to those that lost most', () => {
  expect(numbers(499, ...Array<number>(10).fill(500), 5)).toEqual([...Array<number>(9).fill(50), 49, 0])
  expect(numbers(4, ...Array<number>(9).fill(100), 1)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0])
  expect(numbers(100, 1, 1, 1)).toEqual([34, 33, 33])
  expect(numbers(-100, 1, 1, 1)).toEqual([-34, -33, -33])
  expect(numbers(5, 0, 3, 0)).toEqual([0, 5, 0])
  expect(numbers(7, 0, -3)).toEqual([0, 0])
})
