import { expect, it } from 'vitest'
import { limitLine, rate, slownessLine, speedLine, time, verdictOf } from './figures.ts'

const turns = { ours: [10, 12, 11], other: [20, 20, 20] }

it('takes the median of the ratios of neighbouring turns, and where the middle half of them lies', () => {
  expect(speedLine('a', turns, rate, 0.5)).toEqual({
    what: 'a',
    ours: '11 req/s',
    other: '20 req/s',
    ratio: 0.55,
    spread: [0.525, 0.575],
    bar: { least: 0.5 },
  })
})

it('turns the ratio round where less time is more speed', () => {
  expect(speedLine('a', turns, time, 1).ratio).toBeCloseTo(20 / 11)
  expect(slownessLine('a', turns, time, 1).ratio).toBe(0.55)
})

it('holds a limit by the median', () => {
  expect(limitLine('a', turns, time, 22)).toMatchObject({ ours: '11.0 ms', other: '22.0 ms', ratio: 0.5, bar: { most: 1 } })
  expect(verdictOf(limitLine('a', turns, rate, 22))).toBe('**not held**')
})

it('compares two versions figure by figure, without a bar', () => {
  const line = speedLine('a', { ...turns, against: 'HEAD~1' }, time, 1)
  expect(line).toMatchObject({ ratio: 0.55, better: 'less' })
  expect(line.bar).toBeUndefined()
  expect(verdictOf(line)).toBe('better')
  expect(verdictOf(slownessLine('a', { ours: [10, 30, 20], other: [20, 20, 20], against: 'x' }, time))).toBe('alike')
  expect(verdictOf(speedLine('a', { ...turns, against: 'x' }, rate))).toBe('worse')
})
