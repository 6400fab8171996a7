import { expect, it } from 'vitest'
import { daysBetween, readDay, shownDays, spanTitle, stepDay } from './calendarDays.ts'

it('shows a month in whole weeks from Sunday, over leap days and ends of years', () => {
  const november = shownDays('month', '2026-11-27')
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-11-01', '2026-12-05', 35])
  expect(shownDays('month', '2028-02-29')).toContain('2028-02-29')
  // A month of four weeks to the day.
  expect(shownDays('month', '2026-02-10')).toHaveLength(28)
  expect(shownDays('month', '2026-12-31').at(-1)).toBe('2027-01-02')
  expect(shownDays('week', '2027-01-01')[0]).toBe('2026-12-27')
  expect(shownDays('day', '2026-11-27')).toEqual(['2026-11-27'])
})

it('goes to the span before and after, to the last day of a shorter month', () => {
  expect(stepDay('month', '2026-01-31', 1)).toBe('2026-02-28')
  expect(stepDay('month', '2026-01-15', -1)).toBe('2025-12-15')
  expect(stepDay('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect(stepDay('day', '2028-02-28', 1)).toBe('2028-02-29')
  expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2)
})

it('reads days that exist, and nothing else', () => {
  expect(readDay('2026-11-27')).toBe('2026-11-27')
  expect(['2026-02-30', '9999-01-01', 'today', '2026-1-1', undefined].map(readDay)).toEqual(Array.from({ length: 5 }))
})

it('names what it shows', () => {
  expect(spanTitle('month', '2026-11-27')).toBe('novembro de 2026')
  expect(spanTitle('day', '2026-11-27')).toBe('sexta-feira, 27 de novembro de 2026')
  expect(spanTitle('week', '2026-11-27')).toMatch(/22.*28.*nov.*2026/)
})
