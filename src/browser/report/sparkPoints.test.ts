import { expect, it } from 'vitest'
import { sparkPoints } from './sparkPoints.ts'

it('goes from the left to the right, the most at the top and nothing at the bottom', () => {
  expect(sparkPoints([0, 10, 5])).toBe('0.0,22.0 50.0,2.0 100.0,12.0')
  expect(sparkPoints([3, 3])).toBe('0.0,2.0 100.0,2.0')
  expect(sparkPoints([0, 0])).toBe('0.0,22.0 100.0,22.0')
  expect(sparkPoints([-10, 10])).toBe('0.0,22.0 100.0,2.0')
})

it('leaves out what is missing, and needs two values', () => {
  expect(sparkPoints([10, null, 10])).toBe('0.0,2.0 100.0,2.0')
  expect(sparkPoints([10, null])).toBeUndefined()
  expect(sparkPoints([])).toBeUndefined()
})
