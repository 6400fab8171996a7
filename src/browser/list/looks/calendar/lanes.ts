import type { CalendarRow } from './calendarGrid.ts'
import { type CalendarEvent, placeName } from './placing.ts'

/** A record as a bar: over how many places it lasts, and in which lane of them, from 1. */
export interface CalendarBarEvent extends CalendarEvent {
  readonly length: number
  readonly lane: number
}

/** The records of rows whose places follow each other in time, each where it begins, in the first lane that is free as long as it lasts. */
export function laneEvents(
  rows: readonly CalendarRow[],
  places: ReadonlyMap<string, readonly CalendarEvent[]>,
): ReadonlyMap<string, readonly CalendarBarEvent[]> {
  const bars = new Map<string, readonly CalendarBarEvent[]>()
  for (const { places: row } of rows) {
    const names = row.map(placeName)
    const idsAt = names.map(name => new Set(places.get(name)?.map(event => event.row.id)))
    /** The place up to which each lane is taken. */
    const taken: number[] = []
    names.forEach((name, at) => {
      const begins = (places.get(name) ?? []).filter(event => !idsAt[at - 1]?.has(event.row.id))
      const found = begins.map((event): CalendarBarEvent => {
        let end = at + 1
        while (idsAt[end]?.has(event.row.id)) end += 1
        const free = taken.findIndex(until => until <= at)
        const lane = free < 0 ? taken.length : free
        taken[lane] = end
        return { ...event, length: end - at, lane: lane + 1 }
      })
      bars.set(name, found)
    })
  }
  return bars
}
