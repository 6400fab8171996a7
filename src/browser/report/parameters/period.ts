import { dayOf, formatDate, startOfDay } from '../../../base/dates.ts'
import { instantOf } from '../../../base/zones.ts'

/** A span as the address holds it: days, or days with a time (`2026-11-01T08:00`), of the store's clock. */
export interface DateSpan {
  readonly start: string
  readonly end: string
}

/** Spans that people choose by name. */
export const periodPresets = ['today', 'last7', 'last30', 'last90', 'thisMonth', 'lastMonth'] as const
export type PeriodPreset = (typeof periodPresets)[number]

export const isPeriodPreset = (name: unknown): name is PeriodPreset => periodPresets.includes(name as PeriodPreset)

const moved = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Days of a preset; a number of days ends today and holds it. */
export function presetSpan(preset: PeriodPreset, today: string): DateSpan {
  const first = `${today.slice(0, 8)}01`
  if (preset === 'today') return { start: today, end: today }
  if (preset === 'thisMonth') return { start: first, end: moved(`${moved(first, 31).slice(0, 8)}01`, -1) }
  if (preset === 'lastMonth') {
    const end = moved(first, -1)
    return { start: `${end.slice(0, 8)}01`, end }
  }
  return { start: moved(today, 1 - Number(preset.slice('last'.length))), end: today }
}

/** The preset whose days these are. */
export const presetOf = ({ start, end }: DateSpan, today: string, offered: readonly string[]): PeriodPreset | undefined =>
  periodPresets.find(name => {
    const span = presetSpan(name, today)
    return offered.includes(name) && span.start === start.slice(0, 10) && span.end === end.slice(0, 10)
  })

export const todayIn = (zone: string, now = new Date()): string => dayOf(now.toISOString(), zone)

const END = 59_999

/** The moment that a text of the address means: the beginning of a day or minute, or the end of one. */
export function momentOf(text: string, zone: string, end: boolean): string | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined
  if (time === undefined && !end) return startOfDay(day, zone)
  const wall = Date.parse(`${day}T${time ?? '23:59'}:00Z`)
  return Number.isNaN(wall) ? undefined : new Date(instantOf(wall, zone) + (end ? END : 0)).toISOString()
}

/** The day of a text of the address, and its time where it has one. */
export const dayIn = (text: string): string => text.slice(0, 10)
export const timeIn = (text: string): string | undefined => (text.length > 10 ? text.slice(11, 16) : undefined)

/** A text of the address with another time; the whole day without one. */
export const withTime = (text: string, time: string | undefined): string =>
  time === undefined ? dayIn(text) : `${dayIn(text)}T${time}`

/** '01/11/2026 a 07/11/2026, 08:00 às 12:00'. */
export function spanText({ start, end }: DateSpan): string {
  const days = dayIn(start) === dayIn(end) ? formatDate(dayIn(start)) : `${formatDate(dayIn(start))} a ${formatDate(dayIn(end))}`
  const [from, to] = [timeIn(start), timeIn(end)]
  return from === undefined && to === undefined ? days : `${days}, ${from ?? '00:00'} às ${to ?? '23:59'}`
}
