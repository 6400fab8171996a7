import { instantOf, wallClockOf } from '../../../../base/zones.ts'
import type { RegisterRow } from '../../../data/registerRows.ts'
import { addDays, daysBetween } from './calendarDays.ts'

/** How records stand in time: a day or an instant, where a range has another at its end. */
export interface Timing {
  readonly at: string
  readonly until?: string | undefined
  /** The field whose records are rows. */
  readonly by?: string | undefined
  /** Whether the fields are instants, which the zone's clock puts into hours. */
  readonly clock: boolean
  readonly zone: string
}

/** A place of the calendar. `hour`: of the clock; -1 is the whole day. */
export interface CalendarPlace {
  readonly day: string
  readonly hour?: number | undefined
  /** The record of the row; null is none. */
  readonly resource?: string | null | undefined
}

/** A record in a place. */
export interface CalendarEvent {
  readonly row: RegisterRow
  /** It began in a place before. */
  readonly continued: boolean
  /** Its clock, where it begins: '19:30'. */
  readonly time?: string | undefined
}

export const allDayHour = -1

/** Hours from which on a range is of the day as a whole. */
const long = 12

interface Moment {
  readonly day: string
  /** Minutes of the clock. */
  readonly minute: number
}

/** The clock's day and minute of a value; undefined where there is none. */
function momentOf(value: unknown, { clock, zone }: Timing): Moment | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (!clock) return { day: value.slice(0, 10), minute: 0 }
  const instant = Date.parse(value)
  if (!Number.isFinite(instant)) return undefined
  const wall = new Date(wallClockOf(instant, zone)).toISOString()
  return { day: wall.slice(0, 10), minute: Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)) }
}

const two = (n: number): string => String(n).padStart(2, '0')

/** The name of a place, by which it is found: where a card is dropped, and what stands there. */
export const placeName = ({ day, hour, resource }: CalendarPlace): string =>
  `${day}/${hour ?? ''}/${resource === undefined ? '' : (resource ?? '-')}`

/**
 * The records by the places that they take, of these days: each day that a range touches, with `hours` each hour of it; a range of a day and more
 * stands over the hours. In a place they stand by their clock, as they came where they have none.
 */
export function placeEvents(
  rows: readonly RegisterRow[],
  timing: Timing,
  days: readonly string[],
  hours: boolean,
): ReadonlyMap<string, readonly CalendarEvent[]> {
  const places = new Map<string, CalendarEvent[]>()
  const shown = new Set(days)
  const put = (place: CalendarPlace, event: CalendarEvent): void => {
    const name = placeName(place)
    const found = places.get(name)
    if (found) found.push(event)
    else places.set(name, [event])
  }
  const sorted = rows
    .flatMap(row => {
      const from = momentOf(row[timing.at], timing)
      return from ? [{ row, from }] : []
    })
    .sort((a, b) => a.from.day.localeCompare(b.from.day) || a.from.minute - b.from.minute)
  for (const { row, from } of sorted) {
    const to = (timing.until === undefined ? undefined : momentOf(row[timing.until], timing)) ?? from
    const resource = timing.by === undefined ? undefined : resourceOf(row[timing.by])
    const time = timing.clock ? `${two(Math.floor(from.minute / 60))}:${two(from.minute % 60)}` : undefined
    const length = daysBetween(from.day, to.day) * 1440 + to.minute - from.minute
    if (hours && length < long * 60) {
      const first = Math.floor(from.minute / 60)
      const last = Math.floor((from.minute + Math.max(0, length - 1)) / 60)
      for (let hour = first; hour <= last; hour += 1) {
        const day = hour > 23 ? addDays(from.day, 1) : from.day
        if (shown.has(day)) put({ day, hour: hour % 24, resource }, { row, continued: hour > first, time })
      }
    } else {
      // Only days that are shown: a range may have no end in sight.
      for (const day of days)
        if (day >= from.day && day <= (to.day < from.day ? from.day : to.day))
          put({ day, hour: hours ? allDayHour : undefined, resource }, { row, continued: day > from.day, time })
    }
  }
  return places
}

const resourceOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** The place in which a record begins. */
export function beginningOf(row: RegisterRow, timing: Timing): CalendarPlace | undefined {
  const from = momentOf(row[timing.at], timing)
  return (
    from && {
      day: from.day,
      hour: Math.floor(from.minute / 60),
      resource: timing.by === undefined ? undefined : resourceOf(row[timing.by]),
    }
  )
}

/** The fields of a record that is taken from one place to another: as many days and hours on, its length as it was. */
export function movedFields(
  row: RegisterRow,
  from: CalendarPlace,
  to: CalendarPlace,
  timing: Timing,
): Readonly<Record<string, unknown>> {
  const days = daysBetween(from.day, to.day)
  const hours = timing.clock && isHour(from.hour) && isHour(to.hour) ? to.hour - from.hour : 0
  const moved = (name: string | undefined): Record<string, unknown> => {
    const value = name === undefined ? undefined : row[name]
    return name === undefined || typeof value !== 'string' || value === '' ? {} : { [name]: later(value, days, hours, timing) }
  }
  const still = days === 0 && hours === 0
  return {
    ...(still ? {} : { ...moved(timing.at), ...moved(timing.until) }),
    ...(timing.by !== undefined && to.resource !== undefined && to.resource !== resourceOf(row[timing.by])
      ? { [timing.by]: to.resource === null ? null : keyLike(to.resource, row.id) }
      : {}),
  }
}

const isHour = (hour: number | undefined): hour is number => hour !== undefined && hour !== allDayHour

/** A later day, or the same clock of a later day, whatever the clock was set to meanwhile. */
function later(value: string, days: number, hours: number, { clock, zone }: Timing): string {
  if (!clock) return addDays(value.slice(0, 10), days)
  const wall = wallClockOf(Date.parse(value), zone) + (days * 24 + hours) * 3_600_000
  return new Date(instantOf(wall, zone)).toISOString()
}

/** Keys of records are numbers, or texts. */
const keyLike = (key: string, like: string | number): string | number =>
  typeof like === 'number' && /^\d+$/.test(key) ? Number(key) : key

/** The hours that are shown: those of the day's work, and more where there is something; the whole day before them where something takes it. */
export function shownHours(places: ReadonlyMap<string, unknown>): readonly number[] {
  let [from, to] = [8, 22]
  let isDayTaken = false
  for (const name of places.keys()) {
    const hour = Number(name.split('/')[1])
    isDayTaken ||= hour === allDayHour
    if (name.split('/')[1] === '' || hour === allDayHour) continue
    from = Math.min(from, hour)
    to = Math.max(to, hour)
  }
  return [...(isDayTaken ? [allDayHour] : []), ...Array.from({ length: to - from + 1 }, (_, at) => from + at)]
}
