import fc from 'fast-check'
import '../../../../tests/fixedSeed.ts'
import { describe, expect, it } from 'vitest'
import { labelWidth } from './labels.ts'
import { fittingTicks, labelPositions, valueTicks, writtenTicks } from './ticks.ts'

describe('numbers of an axis', () => {
  it.each([
    [[0, 95], 6, [0, 20, 40, 60, 80, 100]],
    [[12, 480], 5, [0, 200, 400, 600]],
    [[-30, 60], 5, [-50, -25, 0, 25, 50, 75]],
    [[0.1, 0.3], 4, [0, 0.1, 0.2, 0.3]],
    [[], 5, [0, 1]],
    [[0, 0], 5, [0, 1]],
  ])('%j in %d', (values, most, ticks) => expect(valueTicks(values, most)).toEqual(ticks))

  it('hold every value and zero, ascending, and are few', () => {
    const money = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(cents => cents / 100)
    fc.assert(
      fc.property(fc.array(money, { minLength: 1, maxLength: 30 }), fc.integer({ min: 2, max: 8 }), (values, most) => {
        const ticks = valueTicks(values, most)
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values))
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values))
        expect(ticks).toContain(0)
        expect([...ticks].sort((a, b) => a - b)).toEqual(ticks)
        expect(ticks.length).toBeLessThanOrEqual(most + 2)
      }),
    )
  })
})

it('numbers of an axis never run into each other, however large they are and however narrow it is', () => {
  const money = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map(cents => cents / 100)
  const size = (tick: number) => labelWidth(`R$ ${tick}`)
  fc.assert(
    fc.property(fc.array(money, { minLength: 1, maxLength: 30 }), fc.integer({ min: 10, max: 900 }), (values, room) => {
      const ticks = fittingTicks(values, 6, { room, size })
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values))
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values))
      const slot = room / (ticks.length - 1)
      const written = writtenTicks(ticks, { room, size })
      expect(written.at(-1)).toBe(ticks.at(-1))
      written.slice(1).forEach((tick, at) => {
        expect((size(tick) + size(written[at] ?? 0)) / 2).toBeLessThan(slot)
      })
    }),
  )
})

describe('names that have room', () => {
  it.each([
    [5, 500, 80, [0, 1, 2, 3, 4]],
    [30, 300, 60, [0, 6, 12, 18, 24]],
    [3, 10, 60, [0]],
    [0, 100, 60, []],
  ])('%d in %d px at %d px each', (count, room, each, places) => expect(labelPositions(count, room, each)).toEqual(places))
})
