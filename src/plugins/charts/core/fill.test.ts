import { expect, it } from 'vitest'
import { axisValues } from './fill.ts'

const week = { start: '2026-11-16', end: '2026-11-22' }

it('days without figures stand on the axis, over the end of a month', () => {
  expect(axisValues('day', ['2026-12-01'], { start: '2026-11-29', end: '2026-12-02' })).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
  ])
  expect(axisValues('month', ['2026-11'], { start: '2026-10-20', end: '2027-01-02' })).toEqual([
    '2026-10',
    '2026-11',
    '2026-12',
    '2027-01',
  ])
})

it('hours go from the first to the last, as numbers or as texts', () => {
  expect(axisValues('hour', [20, 12, 14], week)).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20])
  expect(axisValues('hour', ['09:00', '11:00'], week)).toEqual(['09:00', '10:00', '11:00'])
})

it('weekdays are those of the period, Sunday first', () => {
  expect(axisValues('weekday', [2], week)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(axisValues('weekday', [6], { start: '2026-11-20', end: '2026-11-22' })).toEqual([1, 6, 7])
})

it('nothing is counted of nothing, nor of a span of many years', () => {
  expect(axisValues('day', [], week)).toEqual([])
  expect(axisValues('day', ['2026-11-20'], { start: '1900-01-01', end: '2026-11-22' })).toEqual(['2026-11-20'])
})
