import { describe, expect, it } from 'vitest'
import { isBackwardsSpan, momentOf, periodPresets, presetOf, presetSpan, spanText, withTime } from './period.ts'

const zone = 'America/Sao_Paulo'

describe('spans by name', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['thisWeek', '2026-11-27', '2026-11-23', '2026-11-29'],
    ['thisWeek', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['thisWeek', '2026-11-30', '2026-11-30', '2026-12-06'],
    ['lastWeek', '2026-11-30', '2026-11-23', '2026-11-29'],
    ['lastWeek', '2026-01-01', '2025-12-22', '2025-12-28'],
    ['last7', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['last30', '2026-03-01', '2026-01-31', '2026-03-01'],
    ['last90', '2026-03-01', '2025-12-02', '2026-03-01'],
    ['thisMonth', '2026-02-10', '2026-02-01', '2026-02-28'],
    ['thisMonth', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['last12Months', '2026-11-27', '2025-11-28', '2026-11-27'],
    ['last12Months', '2024-02-29', '2023-03-01', '2024-02-29'],
  ] as const)('%s on %s', (preset, today, start, end) => expect(presetSpan(preset, today)).toEqual({ start, end }))

  it('are found again by their days', () => {
    for (const preset of periodPresets)
      expect(presetOf(presetSpan(preset, '2026-05-15'), '2026-05-15', periodPresets)).toBe(preset)
    expect(presetOf({ start: '2026-05-01', end: '2026-05-02' }, '2026-05-15', periodPresets)).toBeUndefined()
    expect(presetOf({ start: '2026-05-15', end: '2026-05-15' }, '2026-05-15', ['last7'])).toBeUndefined()
  })
})

describe('moments of the address', () => {
  it.each([
    ['2026-11-01', false, '2026-11-01T03:00:00.000Z'],
    ['2026-11-01', true, '2026-11-02T02:59:59.999Z'],
    ['2026-11-01T08:00', false, '2026-11-01T11:00:00.000Z'],
    ['2026-11-01T22:30', true, '2026-11-02T01:30:59.999Z'],
    ['2018-11-04', false, '2018-11-04T03:00:00.000Z'],
    ['2026-13-01', false, undefined],
    ['ontem', true, undefined],
    ['', true, undefined],
  ])('%s, end %s', (text, end, moment) => expect(momentOf(text, zone, end)).toBe(moment))
})

it('is said in words', () => {
  expect(spanText({ start: '2026-11-01', end: '2026-11-07' })).toBe('01/11/2026 a 07/11/2026')
  expect(spanText({ start: '2026-11-01', end: '2026-11-01' })).toBe('01/11/2026')
  expect(spanText({ start: withTime('2026-11-01', '08:00'), end: '2026-11-01' })).toBe('01/11/2026, 08:00 às 23:59')
  const evening = { start: withTime('2026-11-20', '18:00'), end: withTime('2026-11-26', '20:59') }
  expect(spanText(evening)).toBe('20/11/2026 18:00 até 26/11/2026 20:59, sem parar')
  expect(spanText(evening, true)).toBe('20/11/2026 a 26/11/2026, das 18:00 às 20:59 de cada dia')
})

it.each<[string, string, boolean, boolean]>([
  ['2026-11-01', '2026-11-01', false, false],
  ['2026-11-02', '2026-11-01', false, true],
  ['2026-11-01T22:00', '2026-11-01T20:59', false, true],
  ['2026-11-01T22:00', '2026-11-02T20:59', false, false],
  ['2026-11-01T22:00', '2026-11-02T20:59', true, true],
  ['2026-11-01T18:00', '2026-11-02T20:59', true, false],
  ['2026-11-01T18:00', '2026-11-02', true, false],
  ['2026-11-02T18:00', '2026-11-01T20:00', true, true],
])('%s to %s, each day %s: backwards %s', (start, end, eachDay, backwards) => {
  expect(isBackwardsSpan({ start, end }, eachDay)).toBe(backwards)
})
