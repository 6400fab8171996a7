import { clockMoment, endOfDay, startOfDay } from '../../../base/calendar.ts'
import { dayOf } from '../../../base/dates.ts'
import { isMoment } from '../parameters/period.ts'

/** A moment as a list's address has it: its day where it is the first or last one of that. */
export function wholeDay(moment: string, zone: string): string {
  if (!isMoment(moment)) return moment
  const day = dayOf(moment, zone)
  const at = Date.parse(moment)
  return at === Date.parse(startOfDay(day, zone)) || at === Date.parse(endOfDay(day, zone)) ? day : moment
}

const END_OF_HOUR = 3_599_999

/** A place of an axis as a span: a day, a month, or an hour of a single day, within the days and times that were asked for. */
export function spanOfPlace(
  value: unknown,
  part: string | undefined,
  asked: { readonly start: string; readonly end: string } | undefined,
  zone: string,
): { readonly from: string; readonly until: string } | undefined {
  const days = daysOf(value, part)
  if (part === 'hour') {
    const day = asked && dayOnly(asked.start, zone)
    if (!asked || day === undefined || day !== dayOnly(asked.end, zone)) return undefined
    const hour = Number.parseInt(String(value), 10)
    if (!(hour >= 0 && hour <= 23)) return undefined
    const from = Date.parse(clockMoment(`${day}T${String(hour).padStart(2, '0')}:00`, zone))
    return clipped({ from: new Date(from).toISOString(), until: new Date(from + END_OF_HOUR).toISOString() }, asked, zone)
  }
  if (!days) return undefined
  return clipped({ from: startOfDay(days[0], zone), until: endOfDay(days[1], zone) }, asked, zone)
}

function daysOf(value: unknown, part: string | undefined): readonly [string, string] | undefined {
  if (typeof value !== 'string') return undefined
  if (part === 'month' && /^\d{4}-\d{2}$/.test(value)) {
    const [year = 0, month = 0] = value.split('-').map(Number)
    return [`${value}-01`, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)]
  }
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? [value, value] : undefined
}

const dayOnly = (text: string, zone: string): string => (isMoment(text) ? dayOf(text, zone) : text.slice(0, 10))

function clipped(
  { from, until }: { readonly from: string; readonly until: string },
  asked: { readonly start: string; readonly end: string } | undefined,
  zone: string,
): { readonly from: string; readonly until: string } {
  const [start, end] = [asked?.start ?? '', asked?.end ?? '']
  const later = isMoment(start) && Date.parse(start) > Date.parse(from) ? start : from
  const sooner = isMoment(end) && Date.parse(end) < Date.parse(until) ? end : until
  return { from: wholeDay(later, zone), until: wholeDay(sooner, zone) }
}
