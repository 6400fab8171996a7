import fc from 'fast-check'
import { DateTime } from 'luxon'
import '../../tests/fixedSeed.ts'
import { describe, expect, it } from 'vitest'
import { addMonths } from './addMonths.ts'

describe('addMonths', () => {
  it('keeps the day, or takes the last one of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2026-01-31', 2)).toBe('2026-03-31')
    expect(addMonths('2026-11-15', 2)).toBe('2027-01-15')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })

  it('agrees with luxon on any day, month ends and leap years included', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 400 }), (date, months) => {
        const day = date.toISOString().slice(0, 10)
        expect(addMonths(day, months)).toBe(DateTime.fromISO(day, { zone: 'utc' }).plus({ months }).toISODate())
      }),
    )
  })
})
