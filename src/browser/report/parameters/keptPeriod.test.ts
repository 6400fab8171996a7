import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Parameter } from '../../../model/report.ts'
import { keepPeriod, readKeptPeriod } from './keptPeriod.ts'
import { periodPresets, presetSpan, todayIn } from './period.ts'
import { initialReportValues } from './reportValues.ts'

const zone = 'America/Sao_Paulo'
const range: Parameter = {
  name: 'periodo',
  title: 'Período',
  kind: 'dateTime',
  many: false,
  required: true,
  control: 'dateRange',
  fills: ['startDate', 'endDate'],
  default: 'last7',
}
const opened = (parameter: Parameter, today: string) => initialReportValues([parameter], today, readKeptPeriod())

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('nothing was chosen: a page has its own days', () => {
  expect(opened(range, '2026-11-27')).toEqual({ startDate: '2026-11-21', endDate: '2026-11-27' })
})

it('a period chosen by name is that of the next page, and tomorrow another one', () => {
  keepPeriod(presetSpan('yesterday', todayIn(zone)), zone, periodPresets)
  expect(opened(range, '2026-11-27')).toEqual({ startDate: '2026-11-26', endDate: '2026-11-26' })
  expect(opened(range, '2026-11-28')).toEqual({ startDate: '2026-11-27', endDate: '2026-11-27' })
})

it('days that have no name stay the same days, without their times', () => {
  keepPeriod({ start: '2026-01-03T08:00', end: '2026-01-09' }, zone, periodPresets)
  expect(opened(range, '2026-11-27')).toEqual({ startDate: '2026-01-03', endDate: '2026-01-09' })
})

it('a page that does not offer the name, or waits for days, stays as it is', () => {
  keepPeriod(presetSpan('yesterday', todayIn(zone)), zone, periodPresets)
  const year: Parameter = { ...range, presets: ['last12Months'], default: 'last12Months' }
  expect(opened(year, '2026-11-27')).toEqual({ startDate: '2025-11-28', endDate: '2026-11-27' })
  expect(opened({ ...range, default: 'none' }, '2026-11-27')).toEqual({})
  expect(opened({ ...range, control: 'period', fills: ['de', 'ate'] }, '2026-11-27')).toEqual({
    de: '2026-11-21',
    ate: '2026-11-27',
  })
})

it.each(['amanhã', '2026-13-01..2026-13-02', '2026-01-01', '2026-01-01..2026-01-02..2026-01-03', ''])(
  '"%s" is no period',
  text => {
    sessionStorage.setItem('period', text)
    expect(readKeptPeriod()).toBeUndefined()
  },
)
