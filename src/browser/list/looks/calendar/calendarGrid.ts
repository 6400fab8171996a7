import { type CalendarSpan, dayTitle, longDayTitle, shownDays, weekdayTitle } from './calendarDays.ts'
import { allDayHour, type CalendarPlace } from './placing.ts'

/** A row of the calendar's table, or a column of it. */
export interface CalendarAxis {
  readonly key: string
  readonly title: string
  /** Read out, where the title is short. */
  readonly long?: string
}

export interface CalendarGrid {
  /** Places of a row follow each other by the hour: a record is a bar over those that it takes. */
  readonly bars?: boolean
  readonly columns: readonly CalendarAxis[]
  readonly rows: readonly CalendarRow[]
}

export interface CalendarRow extends CalendarAxis {
  readonly places: readonly CalendarPlace[]
}

/** A record by which rows stand. */
export interface CalendarResource {
  readonly id: string | null
  readonly title: string
}

interface Asked {
  readonly span: CalendarSpan
  readonly day: string
  readonly hours: readonly number[]
  readonly resources: readonly CalendarResource[] | undefined
  /** One day under the other, as on a narrow screen. */
  readonly narrow: boolean
  /** The name of what is not of an hour. */
  readonly allDay: string
}

/**
 * The table of a calendar: a month is weeks of days; a week has a column a day, a day one; their rows are resources, or hours where there are any. A day by
 * resources has its hours across.
 */
export function calendarGrid({ span, day, hours, resources, narrow, allDay }: Asked): CalendarGrid {
  const days = shownDays(span, day)
  const hourTitle = (hour: number): string => (hour === allDayHour ? allDay : `${String(hour).padStart(2, '0')}:00`)
  const columnOf = (each: string): CalendarAxis => ({ key: each, title: dayTitle(each), long: longDayTitle(each) })
  if (span === 'month')
    return {
      columns: days.slice(0, 7).map(each => ({ key: each, title: weekdayTitle(each) })),
      rows: Array.from({ length: days.length / 7 }, (_, week) => {
        const own = days.slice(week * 7, week * 7 + 7)
        return { key: own[0] ?? '', title: '', places: own.map(each => ({ day: each })) }
      }),
    }
  if (resources && span === 'day' && hours.length > 0)
    return {
      bars: true,
      columns: hours.map(hour => ({ key: String(hour), title: hourTitle(hour) })),
      rows: resources.map(({ id, title }) => ({
        key: id ?? '-',
        title,
        places: hours.map(hour => ({ day, hour, resource: id })),
      })),
    }
  if (resources)
    return {
      columns: days.map(columnOf),
      rows: resources.map(({ id, title }) => ({
        key: id ?? '-',
        title,
        places: days.map(each => ({ day: each, resource: id })),
      })),
    }
  if (narrow && span === 'week') return { columns: [], rows: days.map(each => ({ ...columnOf(each), places: [{ day: each }] })) }
  if (hours.length > 0)
    return {
      columns: days.map(columnOf),
      rows: hours.map(hour => ({ key: String(hour), title: hourTitle(hour), places: days.map(each => ({ day: each, hour })) })),
    }
  return { columns: days.map(columnOf), rows: [{ key: 'all', title: '', places: days.map(each => ({ day: each })) }] }
}

/** The place beside another, by an arrow: over the end of a week to the next in a month. */
export function placeBeside(
  { rows }: CalendarGrid,
  name: string,
  key: string,
  nameOf: (place: CalendarPlace) => string,
): CalendarPlace | undefined {
  const at = rows.findIndex(({ places }) => places.some(place => nameOf(place) === name))
  const column = rows[at]?.places.findIndex(place => nameOf(place) === name) ?? -1
  if (column < 0) return undefined
  if (key === 'ArrowUp' || key === 'ArrowDown') return rows[at + (key === 'ArrowUp' ? -1 : 1)]?.places[column]
  const way = key === 'ArrowLeft' ? -1 : 1
  const beside = rows[at]?.places[column + way]
  const isMonth = rows.every(({ title }) => title === '') && rows.length > 1
  return beside ?? (isMonth ? rows[at + way]?.places.at(way < 0 ? -1 : 0) : undefined)
}
