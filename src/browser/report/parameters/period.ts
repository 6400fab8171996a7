import { DateTime } from 'luxon'
import { clockMoment, endOfDay, startOfDay } from '../../../base/calendar.ts'
import { dayOf, formatDate, parseDate, parseTime } from '../../../base/dates.ts'

/** A span as the address holds it: days, or days with a time (`2026-11-01T08:00`), of the store's clock. */
export interface DateSpan {
  readonly start: string
  readonly end: string
}

/** Spans that people choose by name. */
export const periodPresets = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'last7',
  'last30',
  'last90',
  'thisMonth',
  'lastMonth',
  'last12Months',
] as const
export type PeriodPreset = (typeof periodPresets)[number]

export const isPeriodPreset = (name: unknown): name is PeriodPreset => periodPresets.some(preset => preset === name)

/** Days of a preset; a number of days ends today and holds it, weeks go from Monday to Sunday. */
export function presetSpan(preset: PeriodPreset, today: string): DateSpan {
  const day = DateTime.fromISO(today, { zone: 'utc' })
  const span = (start: DateTime, end: DateTime): DateSpan => ({
    start: start.toFormat('yyyy-MM-dd'),
    end: end.toFormat('yyyy-MM-dd'),
  })
  const yesterday = day.minus({ days: 1 })
  const lastWeek = day.minus({ weeks: 1 })
  if (preset === 'today') return span(day, day)
  if (preset === 'yesterday') return span(yesterday, yesterday)
  if (preset === 'thisWeek') return span(day.startOf('week'), day.endOf('week'))
  if (preset === 'lastWeek') return span(lastWeek.startOf('week'), lastWeek.endOf('week'))
  if (preset === 'thisMonth') return span(day.startOf('month'), day.endOf('month'))
  if (preset === 'lastMonth') return span(day.minus({ months: 1 }).startOf('month'), day.minus({ months: 1 }).endOf('month'))
  if (preset === 'last12Months') return span(day.minus({ years: 1 }).plus({ days: 1 }), day)
  return span(day.minus({ days: Number(preset.slice('last'.length)) - 1 }), day)
}

/** The preset whose days these are. */
export const presetOf = ({ start, end }: DateSpan, today: string, offered: readonly string[]): PeriodPreset | undefined =>
  periodPresets.find(name => {
    const span = presetSpan(name, today)
    return offered.includes(name) && span.start === start.slice(0, 10) && span.end === end.slice(0, 10)
  })

export const todayIn = (zone: string): string => dayOf(new Date().toISOString(), zone)

/** Milliseconds from the beginning of a minute to its end. */
const END = 59_999

/** The moment that a text of the address means: the beginning of a day or minute, or the end of one. */
export function momentOf(text: string, zone: string, end: boolean): string | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/.exec(text) ?? []
  if (day === undefined || parseDate(day) !== day) return undefined
  if (time === undefined) return end ? endOfDay(day, zone) : startOfDay(day, zone)
  if (parseTime(time) !== time) return undefined
  const minute = clockMoment(text, zone)
  return end ? new Date(Date.parse(minute) + END).toISOString() : minute
}

/** Tells whether a text is a moment, and no day. */
export const isMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T.*Z$/.test(text)

/** The day of a text of the address, and its time where it has one. */
export const dayIn = (text: string): string => text.slice(0, 10)
export const timeIn = (text: string): string | undefined => (text.length > 10 ? text.slice(11, 16) : undefined)

/** A text of the address with another time; the whole day without one. */
export const withTime = (text: string, time: string | undefined): string =>
  time === undefined || text === '' ? dayIn(text) : `${dayIn(text)}T${time}`

/** Tells whether a time was chosen for one of its ends. */
export const hasTimes = ({ start, end }: DateSpan): boolean => timeIn(start) !== undefined || timeIn(end) !== undefined

/** Tells whether it ends before it begins; with the times of each day, whether these do. */
export function isBackwardsSpan({ start, end }: DateSpan, eachDay: boolean): boolean {
  if (start === '' || end === '') return false
  if (dayIn(start) !== dayIn(end) && !(eachDay && dayIn(start) < dayIn(end))) return dayIn(start) > dayIn(end)
  return (timeIn(start) ?? '00:00') > (timeIn(end) ?? '23:59')
}

/**
 * '01/11/2026 a 07/11/2026'; with times which hours are meant: '01/11/2026 18:00 até 07/11/2026 20:59, sem parar', or, of each day,
 * '01/11/2026 a 07/11/2026, das 18:00 às 20:59 de cada dia'.
 */
export function spanText(span: DateSpan, eachDay = false): string {
  const [first, last] = [formatDate(dayIn(span.start)), formatDate(dayIn(span.end))]
  const days = first === last ? first : `${first} a ${last}`
  if (!hasTimes(span)) return days
  const [from, to] = [timeIn(span.start) ?? '00:00', timeIn(span.end) ?? '23:59']
  if (first === last) return `${days}, ${from} às ${to}`
  return eachDay ? `${days}, das ${from} às ${to} de cada dia` : `${first} ${from} até ${last} ${to}, sem parar`
}
