import { expect, it } from 'vitest'
import { axisPlaces } from './fill.ts'

const week = { start: '2026-11-16', end: '2026-11-22' }
const values = (...given: Parameters<typeof axisPlaces>) => axisPlaces(...given).map(({ value }) => value)
const measured = (...given: Parameters<typeof axisPlaces>) =>
  axisPlaces(...given).flatMap(place => (place.measured ? [place.value] : []))
const unfinished = (...given: Parameters<typeof axisPlaces>) =>
  axisPlaces(...given).flatMap(place => (place.unfinished ? [place.value] : []))

const hours = Array.from({ length: 24 }, (_, hour) => hour)

it('days without figures stand on the axis, over the end of a month', () => {
  expect(values('day', ['2026-12-01'], { start: '2026-11-29', end: '2026-12-02' })).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
  ])
  expect(values('month', ['2026-11'], { start: '2026-10-20', end: '2027-01-02' })).toEqual([
    '2026-10',
    '2026-11',
    '2026-12',
    '2027-01',
  ])
})

it('hours are those of a whole day, as numbers or as texts', () => {
  expect(values('hour', [20], week)).toEqual(hours)
  expect(values('hour', ['09:00'], week).slice(8, 11)).toEqual(['08:00', '09:00', '10:00'])
  expect(measured('hour', [20], week)).toEqual(hours)
})

it('hours that were not asked for, and those to come, are not measured', () => {
  const today = { start: '2026-11-16', end: '2026-11-16', now: '2026-11-16T20' }
  expect(measured('hour', [12], today)).toEqual(hours.slice(0, 21))
  expect(unfinished('hour', [12], today)).toEqual([20])
  expect(measured('hour', [12], { ...today, hours: [11, 22] })).toEqual(hours.slice(11, 21))
  // Of several days every hour was there once at least.
  expect(measured('hour', [12], { ...week, now: '2026-11-22T08' })).toEqual(hours)
  expect(unfinished('hour', [12], { ...week, now: '2026-11-22T08' })).toEqual([])
})

it('weekdays are the whole week, measured where the period has them', () => {
  expect(values('weekday', [6], { start: '2026-11-20', end: '2026-11-22' })).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(measured('weekday', [6], { start: '2026-11-20', end: '2026-11-22' })).toEqual([1, 6, 7])
  expect(unfinished('weekday', [6], { ...week, now: '2026-11-22T08' })).toEqual([1])
  expect(unfinished('weekday', [6], { start: '2026-11-01', end: '2026-11-22', now: '2026-11-22T08' })).toEqual([])
})

it('the day and the month that go on are not finished', () => {
  expect(unfinished('day', ['2026-11-20'], { ...week, now: '2026-11-22T08' })).toEqual(['2026-11-22'])
  expect(unfinished('day', ['2026-11-20'], week)).toEqual([])
  expect(unfinished('month', ['2026-11'], { ...week, now: '2026-11-22T08' })).toEqual(['2026-11'])
})

it('nothing is counted of nothing, nor of a span of many years', () => {
  expect(values('day', [], week)).toEqual([])
  expect(values('day', ['2026-11-20'], { start: '1900-01-01', end: '2026-11-22' })).toEqual(['2026-11-20'])
})
