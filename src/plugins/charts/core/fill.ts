import type { AxisDays } from '../../../browser/plugin.ts'
import type { MomentPart } from '../../../model/report.ts'

type Value = string | number

/** Days of an axis at most: of longer spans only those with figures stand there. */
const MOST = 1000

/**
 * Every day, month, hour or weekday that an axis counts, in order. Hours go from the first to the last that has figures, weekdays are
 * those of the period; nothing is counted of what has no figures at all. A value that is none of these (none given) is left out.
 */
export function axisValues(part: MomentPart, found: readonly unknown[], days: AxisDays | undefined): readonly Value[] {
  const own = found.filter(value => typeof value === 'string' || typeof value === 'number')
  if (own.length === 0) return []
  const all = new Set<Value>([...counted(part, own, days), ...own])
  return [...all].sort((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1))
}

function counted(part: MomentPart, own: readonly Value[], days: AxisDays | undefined): readonly Value[] {
  if (part === 'hour') return hoursBetween(own)
  if (part === 'weekday') return days ? weekdaysOf(days) : [1, 2, 3, 4, 5, 6, 7]
  const texts = own.map(String).sort()
  const { start, end } = days ?? { start: texts[0] ?? '', end: texts.at(-1) ?? '' }
  const each = daysBetween(start.slice(0, 10), end.slice(0, 10))
  return part === 'day' ? each : [...new Set(each.map(day => day.slice(0, 7)))]
}

/** `12:00` where hours are texts, 12 where they are numbers. */
function hoursBetween(own: readonly Value[]): readonly Value[] {
  const numbers = own.map(value => Number.parseInt(String(value), 10))
  const first = Math.min(...numbers)
  const asText = typeof own[0] === 'string'
  return Array.from({ length: Math.max(...numbers) - first + 1 }, (_, at) =>
    asText ? `${String(first + at).padStart(2, '0')}:00` : first + at,
  )
}

const DAY = 86_400_000

function daysBetween(start: string, end: string): readonly string[] {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const count = (to - from) / DAY + 1
  if (!(count >= 1) || count > MOST) return []
  return Array.from({ length: count }, (_, at) => new Date(from + at * DAY).toISOString().slice(0, 10))
}

/** 1 is Sunday. */
const weekdaysOf = ({ start, end }: AxisDays): readonly number[] => [
  ...new Set(
    daysBetween(start.slice(0, 10), end.slice(0, 10))
      .slice(0, 7)
      .map(day => new Date(day).getUTCDay() + 1),
  ),
]
