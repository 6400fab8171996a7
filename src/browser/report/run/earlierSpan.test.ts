import { describe, expect, it } from 'vitest'
import { earlierSpan } from './earlierSpan.ts'

const zone = 'America/Sao_Paulo'
/** Sunday, 22 November 2026, 15:00:30 in the shop. */
const now = '2026-11-22T18:00:30.000Z'
const span = (start: string, end: string) => ({ start: `${start}T03:00:00.000Z`, end: `${end}T02:59:59.999Z` })

describe('the days that a period is compared with', () => {
  it('are as many days before, when the period is over', () => {
    expect(earlierSpan(span('2026-11-10', '2026-11-17'), 'previous', zone, now)).toEqual(span('2026-11-03', '2026-11-10'))
  })

  it('end at the same moment, when the period is still running', () => {
    expect(earlierSpan(span('2026-11-22', '2026-11-23'), 'previous', zone, now)).toEqual({
      start: '2026-11-21T03:00:00.000Z',
      end: '2026-11-21T18:00:00.000Z',
    })
    expect(earlierSpan(span('2026-11-22', '2026-11-23'), 'week', zone, now)).toEqual({
      start: '2026-11-15T03:00:00.000Z',
      end: '2026-11-15T18:00:00.000Z',
    })
  })

  it('are the month before of a whole month, however long it was', () => {
    expect(earlierSpan(span('2026-10-01', '2026-11-01'), 'previous', zone, now)).toEqual(span('2026-09-01', '2026-10-01'))
    expect(earlierSpan(span('2026-02-01', '2026-03-01'), 'previous', zone, now)).toEqual(span('2026-01-01', '2026-02-01'))
    // The month that is running: its first days beside the first days of the one before.
    expect(earlierSpan(span('2026-11-01', '2026-12-01'), 'previous', zone, now)).toEqual({
      start: '2026-10-01T03:00:00.000Z',
      end: '2026-10-22T18:00:00.000Z',
    })
  })

  it('never overlap with it', () => {
    expect(earlierSpan(span('2026-08-01', '2026-08-11'), 'week', zone, now)).toEqual(span('2026-07-18', '2026-07-28'))
    expect(earlierSpan(span('2026-11-10', '2026-11-17'), 'year', zone, now)).toEqual(span('2025-11-10', '2025-11-17'))
  })

  it('stay days where days are asked', () => {
    expect(earlierSpan({ start: '2026-11-10', end: '2026-11-16' }, 'previous', zone, now)).toEqual({
      start: '2026-11-03',
      end: '2026-11-09',
    })
  })
})
