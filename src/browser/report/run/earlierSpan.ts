import { DateTime } from 'luxon'
import type { Comparison } from '../../../model/report.ts'

/** Two moments (ISO UTC), or two days, both inside the span. */
export interface Span {
  readonly start: string
  readonly end: string
}

/**
 * The days that a span is compared with. One that is still running is compared up to the same moment, so that half a day stands
 * beside half a day; whole months stand beside whole months.
 */
export function earlierSpan({ start, end }: Span, by: Comparison, zone: string, now: string): Span {
  const from = DateTime.fromISO(start, { zone })
  const last = DateTime.fromISO(end, { zone })
  const moment = DateTime.fromISO(now, { zone }).startOf('minute')
  const running = from <= moment && moment < last
  const to = running ? moment : last
  const months = wholeMonths(from, last)
  const by1 = months > 0 && by === 'previous' ? { months } : distance(by, daysOf(from, last))
  const first = from.minus(by1)
  const whole = months > 0 && !running && by === 'previous'
  return { start: text(first, start), end: text(whole ? from.minus({ milliseconds: 1 }) : to.minus(by1), end) }
}

const daysOf = (from: DateTime, last: DateTime): number =>
  Math.round(last.startOf('day').diff(from.startOf('day'), 'days').days) + 1

/** Months of the calendar that a span covers to the day; 0 where it does not. */
function wholeMonths(from: DateTime, last: DateTime): number {
  if (from.day !== 1 || last.day !== last.daysInMonth) return 0
  return (last.year - from.year) * 12 + last.month - from.month + 1
}

/** How far back: as far as needed for the two not to overlap. */
function distance(by: Comparison, days: number) {
  if (by === 'week') return { weeks: Math.ceil(days / 7) }
  if (by === 'month') return { months: Math.ceil(days / 31) }
  return by === 'year' ? { years: Math.ceil(days / 366) } : { days }
}

/** A day stays a day, a moment a moment. */
const text = (moment: DateTime, like: string): string =>
  like.length === 10 ? moment.toFormat('yyyy-MM-dd') : new Date(moment.toMillis()).toISOString()
