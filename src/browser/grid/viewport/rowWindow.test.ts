import { describe, expect, it } from 'vitest'
import { type RowPlan, rowStart, rowsHeight, rowWindowOf } from './rowWindow.ts'

const plan: RowPlan = {
  count: 100,
  height: 30,
  details: [
    { index: 2, height: 200 },
    { index: 50, height: 100 },
  ],
}

describe('rows of one height with opened ones among them', () => {
  it('stand below each other', () => {
    expect([0, 2, 3, 50, 51].map(index => rowStart(plan, index))).toEqual([0, 60, 290, 1700, 1830])
    expect(rowsHeight(plan)).toBe(3300)
  })

  it('are drawn where they touch the view', () => {
    expect(rowWindowOf(plan, 0, 89, 0)).toEqual({ first: 0, last: 2 })
    // Inside the detail of row 2.
    expect(rowWindowOf(plan, 100, 289, 0)).toEqual({ first: 2, last: 2 })
    expect(rowWindowOf(plan, 290, 350, 2)).toEqual({ first: 1, last: 7 })
    expect(rowWindowOf(plan, 9000, 9500, 1)).toEqual({ first: 98, last: 99 })
  })

  it('are none where there are none', () => {
    const { first, last } = rowWindowOf({ count: 0, height: 30, details: [] }, 0, 500, 8)
    expect(last).toBeLessThan(first)
  })

  it('are found as a search from the first would find them', () => {
    for (let from = 0; from < rowsHeight(plan); from += 7) {
      const { first } = rowWindowOf(plan, from, from + 10, 0)
      expect(rowStart(plan, first)).toBeLessThanOrEqual(from)
      expect(rowStart(plan, first + 1)).toBeGreaterThan(from)
    }
  })
})
