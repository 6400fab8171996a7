import { DateTime } from 'luxon'
import { DEFAULT_ZONE } from './dates.ts'
import { memoizeByKey } from './memoizeByKey.ts'

/**
 * Days and clocks of a zone, by luxon: for the server and for what a browser loads when it is needed. A list only reads and writes
 * instants, which `dates.ts` does without a library.
 */
const isoOf = (millis: number): string => new Date(millis).toISOString()

/** Where a clock that was set back shows a time twice, the first one. */
const earliest = (moment: DateTime): number => moment.getPossibleOffsets()[0]?.toMillis() ?? moment.toMillis()

/** The instant at which a zone's clock shows '2026-11-01T08:30'; a time that the clock skips moves on by what was skipped. */
export const clockMoment = (dayAndTime: string, zone = DEFAULT_ZONE): string =>
  isoOf(earliest(DateTime.fromISO(dayAndTime, { zone })))

/** Filters and expressions ask for the same few days again and again, and luxon takes 0.1 ms for one. */
const starts = new Map<string, number>()
const MOST_KEPT = 1000

const dayStart = (date: string, zone: string, later = 0): number =>
  memoizeByKey(starts, `${date} ${later} ${zone}`, () => {
    if (starts.size >= MOST_KEPT) starts.clear()
    return earliest(DateTime.fromISO(date, { zone }).plus({ days: later }).startOf('day'))
  })

/** First moment of a zone's calendar day, as an instant. A RangeError tells of a day that does not exist. */
export const startOfDay = (date: string, zone = DEFAULT_ZONE): string => isoOf(dayStart(date, zone))

/** Last millisecond of a zone's calendar day. */
export const endOfDay = (date: string, zone = DEFAULT_ZONE): string => isoOf(dayStart(date, zone, 1) - 1)
