import { expect, it } from 'vitest'
import { fittingCount } from './useFittingParts.ts'

const line = { fixed: 100, more: 40, gap: 10 }

it('leaves all parts in the line that has room for them, without a way to the rest', () => {
  expect(fittingCount([50, 50], { ...line, room: 220 })).toBe(2)
  expect(fittingCount([], { ...line, room: 100 })).toBe(0)
})

it('keeps room for the way to the rest where one part does not fit', () => {
  expect(fittingCount([50, 50], { ...line, room: 219 })).toBe(1)
  expect(fittingCount([50, 50, 50], { ...line, room: 270 })).toBe(2)
  expect(fittingCount([50, 50, 50], { ...line, room: 269 })).toBe(1)
  expect(fittingCount([50, 50], { ...line, room: 150 })).toBe(0)
})

it('ends at the first part that does not fit, though a later one would', () => {
  expect(fittingCount([200, 10, 10], { ...line, room: 240 })).toBe(0)
})
