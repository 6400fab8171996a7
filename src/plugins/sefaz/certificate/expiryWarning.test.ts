import { describe, expect, test } from 'vitest'
import { dueWarning } from './expiryWarning.ts'

const zone = 'America/Sao_Paulo'
const validTo = new Date('2026-12-31T15:00:00Z')
const at = (moment: string, warned: number | null = null) => dueWarning(validTo, new Date(moment), zone, warned)

describe('a warning of expiry', () => {
  test.each([
    ['2026-11-30T12:00:00Z', undefined],
    ['2026-12-01T12:00:00Z', { days: 30, step: 30 }],
    ['2026-12-15T12:00:00Z', { days: 16, step: 30 }],
    ['2026-12-16T12:00:00Z', { days: 15, step: 15 }],
    ['2026-12-26T12:00:00Z', { days: 5, step: 5 }],
    ['2026-12-31T12:00:00Z', { days: 0, step: 5 }],
    ['2026-12-31T15:00:00Z', undefined],
    ['2027-01-10T12:00:00Z', undefined],
  ])('at %s', (moment, expected) => {
    expect(at(moment)).toEqual(expected)
  })

  test('is due once a step, and what was missed is not made up for', () => {
    expect(at('2026-12-02T12:00:00Z', 30)).toBeUndefined()
    expect(at('2026-12-20T12:00:00Z', 30)).toEqual({ days: 11, step: 15 })
    expect(at('2026-12-20T12:00:00Z', 15)).toBeUndefined()
    expect(at('2026-12-30T12:00:00Z', 30)).toEqual({ days: 1, step: 5 })
    expect(at('2026-12-31T12:00:00Z', 5)).toBeUndefined()
  })

  test('counts days of the store, not of Greenwich', () => {
    // It is still the last day of November in São Paulo.
    expect(at('2026-12-01T02:00:00Z')).toBeUndefined()
    expect(at('2026-12-01T03:00:00Z')).toEqual({ days: 30, step: 30 })
  })
})
