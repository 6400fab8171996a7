import { expect, it } from 'vitest'
import { spanOfPlace } from './spanOfPlace.ts'

const zone = 'America/Sao_Paulo'
const week = { start: '2026-11-16T03:00:00.000Z', end: '2026-11-23T02:59:59.999Z' }
const day = { start: '2026-11-20T03:00:00.000Z', end: '2026-11-21T02:59:59.999Z' }
const span = (value: unknown, part: string, asked: Parameters<typeof spanOfPlace>[2]) => {
  const found = spanOfPlace(value, part, asked, zone)
  return found && `${found.from}..${found.until}`
}

it('is the day or the month of a place', () => {
  expect(span('2026-11-20', 'day', week)).toBe('2026-11-20..2026-11-20')
  expect(span('2026-02', 'month', undefined)).toBe('2026-02-01..2026-02-28')
})

it('ends where what was asked does', () => {
  const evening = { start: '2026-11-20T21:00:00.000Z', end: '2026-11-22T01:59:59.999Z' }
  expect(span('2026-11-20', 'day', evening)).toBe('2026-11-20T21:00:00.000Z..2026-11-20')
  expect(span('2026-11-21', 'day', evening)).toBe('2026-11-21..2026-11-22T01:59:59.999Z')
})

it('is an hour of a single day, and none of many', () => {
  expect(span(18, 'hour', day)).toBe('2026-11-20T21:00:00.000Z..2026-11-20T21:59:59.999Z')
  expect(span('18:00', 'hour', { ...day, start: '2026-11-20T21:30:00.000Z' })).toBe(
    '2026-11-20T21:30:00.000Z..2026-11-20T21:59:59.999Z',
  )
  expect(span(18, 'hour', week)).toBeUndefined()
  expect(span(3, 'weekday', week)).toBeUndefined()
})
