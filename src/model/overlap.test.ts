import { describe, expect, test } from 'vitest'
import type { Register } from './model.ts'
import { doOverlap } from './overlap.ts'

const register = (kind: string): Register => ({ fields: ['de', 'ate'].map(name => ({ name, kind })) }) as unknown as Register
const rule = { from: 'de', to: 'ate', message: 'overlap' }
const range = (de: unknown, ate: unknown, more: object = {}) => ({ de, ate, ...more })

describe('what overlaps', () => {
  test('days count whole, moments and numbers end where the next begins', () => {
    expect(doOverlap(rule, register('date'), range('2026-01-01', '2026-01-05'), range('2026-01-05', '2026-01-05'))).toBe(true)
    const [noon, one, two] = ['2026-01-01T12:00:00Z', '2026-01-01T13:00:00Z', '2026-01-01T14:00:00Z']
    expect(doOverlap(rule, register('dateTime'), range(noon, one), range(one, two))).toBe(false)
    expect(doOverlap(rule, register('dateTime'), range(noon, two), range(one, two))).toBe(true)
    expect(doOverlap(rule, register('decimal'), range(0, 5), range(5, 10))).toBe(false)
    expect(doOverlap(rule, register('decimal'), range(0, 5.1), range(5, 10))).toBe(true)
  })

  test('only records that are the same, and switched on together, are in the way of each other', () => {
    const tables = { ...rule, same: ['mesa'] }
    expect(doOverlap(tables, register('integer'), range(1, 3, { mesa: 1 }), range(2, 4, { mesa: 2 }))).toBe(false)
    expect(doOverlap(tables, register('integer'), range(1, 3, { mesa: 1 }), range(2, 4, { mesa: 1 }))).toBe(true)
    const switches = { ...rule, sharing: ['a', 'b'] }
    expect(doOverlap(switches, register('integer'), range(1, 3, { a: true }), range(2, 4, { b: true }))).toBe(false)
    expect(doOverlap(switches, register('integer'), range(1, 3, { a: true }), range(2, 4, { a: true, b: true }))).toBe(true)
  })

  test('times come again every day, or on their weekdays; an end that is not later is one of the next day', () => {
    expect(doOverlap(rule, register('time'), range('22:00', '02:00'), range('01:00', '03:00'))).toBe(true)
    expect(doOverlap(rule, register('time'), range('22:00', '02:00'), range('02:00', '22:00'))).toBe(false)
    const week = { ...rule, days: ['ini', 'fim'] }
    const saturday = range('22:00', '02:00', { ini: 6, fim: 6 })
    expect(doOverlap(week, register('time'), saturday, range('01:00', '03:00', { ini: 0, fim: 0 }))).toBe(true)
    expect(doOverlap(week, register('time'), saturday, range('01:00', '03:00', { ini: 6, fim: 6 }))).toBe(false)
    expect(
      doOverlap(week, register('time'), range('08:00', '09:00', { ini: 5, fim: 1 }), range('08:30', '10:00', { ini: 0, fim: 0 })),
    ).toBe(true)
  })

  test('what has no end is in nobody’s way', () => {
    expect(doOverlap(rule, register('time'), range('22:00', null), range('21:00', '23:00'))).toBe(false)
  })
})
