import type { AxisDays } from '../../../browser/plugin.ts'
import type { MomentPart } from '../../../model/report.ts'

type Value = string | number

/** A place of an axis that counts. */
export interface AxisPlace {
  readonly value: Value
  /** Whether the period reaches it: what it does not, or what is still to come, has no figure at all. */
  readonly measured: boolean
  /** Whether it is going on, so that its figure still grows. */
  readonly unfinished: boolean
}

/** Days of an axis at most: of longer spans only those with figures stand there. */
const MOST = 1000

/**
 * Every day or month of the period, every hour of a day or every weekday, in order; nothing is counted of what has no figures at
 * all. A value that is none of these (none given) is left out.
 */
export function axisPlaces(part: MomentPart, found: readonly unknown[], days: AxisDays | undefined): readonly AxisPlace[] {
  const own = found.filter(value => typeof value === 'string' || typeof value === 'number')
  if (own.length === 0) return []
  const all = new Set<Value>([...counted(part, own, days), ...own])
  const sorted = [...all].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
  )
  const is = days ? stateOf(part, days) : { measured: () => true, unfinished: () => false }
  return sorted.map(value => ({ value, measured: is.measured(value), unfinished: is.unfinished(value) }))
}

interface PlaceState {
  measured(value: Value): boolean
  unfinished(value: Value): boolean
}

/** Tells of the places of an axis what the period and the clock say. */
function stateOf(part: MomentPart, days: AxisDays): PlaceState {
  const { now } = days
  const today = now?.slice(0, 10)
  if (part === 'hour') {
    const single = days.start.slice(0, 10) === days.end.slice(0, 10)
    const [first, last] = days.hours ?? [0, 23]
    const current = single && now !== undefined ? Number(now.slice(11, 13)) : undefined
    const until = Math.min(last, current ?? last)
    return {
      measured: value => hourOf(value) >= first && hourOf(value) <= until,
      unfinished: value => hourOf(value) === current,
    }
  }
  if (part === 'weekday') {
    const span = daysBetween(days.start.slice(0, 10), days.end.slice(0, 10))
    const asked = new Set(span.map(weekdayOf))
    // Of several weeks the day that goes on is one of many.
    const current = today !== undefined && span.length <= 7 ? weekdayOf(today) : undefined
    return { measured: value => span.length === 0 || asked.has(Number(value)), unfinished: value => value === current }
  }
  const current = part === 'day' ? today : today?.slice(0, 7)
  return { measured: () => true, unfinished: value => value === current }
}

function counted(part: MomentPart, own: readonly Value[], days: AxisDays | undefined): readonly Value[] {
  if (part === 'hour') return hoursLike(own)
  if (part === 'weekday') return [1, 2, 3, 4, 5, 6, 7]
  const texts = own.map(String).sort()
  const { start, end } = days ?? { start: texts[0] ?? '', end: texts.at(-1) ?? '' }
  const each = daysBetween(start.slice(0, 10), end.slice(0, 10))
  return part === 'day' ? each : [...new Set(each.map(day => day.slice(0, 7)))]
}

const hourOf = (value: Value): number => Number.parseInt(String(value), 10)

/** The hours of a day: `12:00` where hours are texts, 12 where they are numbers. */
function hoursLike(own: readonly Value[]): readonly Value[] {
  const asText = typeof own[0] === 'string'
  return Array.from({ length: 24 }, (_, hour) => (asText ? `${String(hour).padStart(2, '0')}:00` : hour))
}

const DAY = 86_400_000

function daysBetween(start: string, end: string): readonly string[] {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const count = (to - from) / DAY + 1
  if (!(count >= 1) || count > MOST) return []
  return Array.from({ length: count }, (_, at) => new Date(from + at * DAY).toISOString().slice(0, 10))
}

/** 1 is Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() + 1
