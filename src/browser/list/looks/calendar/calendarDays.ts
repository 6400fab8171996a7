/** The spans of days that a calendar shows. */
export const calendarSpans = ['month', 'week', 'day'] as const
export type CalendarSpan = (typeof calendarSpans)[number]

const DAY = 86_400_000

const millisOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayAt(millisOf(day) + days * DAY)

/** Whole days from one to another. */
export const daysBetween = (from: string, to: string): number => Math.round((millisOf(to) - millisOf(from)) / DAY)

/** 0 is Sunday, with which weeks begin on calendars in Brazil. */
const weekdayOf = (day: string): number => new Date(millisOf(day)).getUTCDay()

/** A day that exists, in years that calendars have; undefined of anything else. */
export function readDay(text: string | undefined): string | undefined {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text ?? '')) return undefined
  const millis = millisOf(text ?? '')
  return Number.isFinite(millis) && dayAt(millis) === text ? text : undefined
}

/** The days shown around a day: a month in whole weeks, a week, or the day alone. */
export function shownDays(span: CalendarSpan, day: string): readonly string[] {
  if (span === 'day') return [day]
  const first = span === 'month' ? `${day.slice(0, 8)}01` : day
  const last = span === 'month' ? addDays(monthLater(first, 1), -1) : day
  const from = addDays(first, -weekdayOf(first))
  const to = addDays(last, 6 - weekdayOf(last))
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at))
}

/** The day around which the span before or after is shown; a month that is shorter ends earlier. */
export function stepDay(span: CalendarSpan, day: string, way: 1 | -1): string {
  if (span === 'day') return addDays(day, way)
  return span === 'week' ? addDays(day, 7 * way) : monthLater(day, way)
}

function monthLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

const words = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', ...options })
const monthWords = words({ month: 'long', year: 'numeric' })
const longWords = words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const spanWords = words({ day: 'numeric', month: 'short', year: 'numeric' })
const weekdayWords = words({ weekday: 'short' })
const shortWords = words({ weekday: 'short', day: '2-digit', month: '2-digit' })

/** The name of the span that is shown. */
export function spanTitle(span: CalendarSpan, day: string): string {
  if (span === 'month') return monthWords.format(millisOf(day))
  if (span === 'day') return longWords.format(millisOf(day))
  const days = shownDays('week', day)
  return spanWords.formatRange(millisOf(days[0] ?? day), millisOf(days.at(-1) ?? day))
}

export const weekdayTitle = (day: string): string => weekdayWords.format(millisOf(day)).replace('.', '')
/** 'seg., 02/11'. */
export const dayTitle = (day: string): string => shortWords.format(millisOf(day))
/** 'segunda-feira, 2 de novembro de 2026'. */
export const longDayTitle = (day: string): string => longWords.format(millisOf(day))
