import { expect, it } from 'vitest'
import { timeLeft } from './timeLeft.ts'

it.each([
  [30 * 60_000, '30:00'],
  [61_000, '1:01'],
  [999, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
  [90 * 60_000, '90:00'],
])('%i ms are told as %s', (left, text) => expect(timeLeft(left)).toBe(text))
