import fc from 'fast-check'
import '../../tests/fixedSeed.ts'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { clockMoment, endOfDay, startOfDay } from './calendar.ts'
import { dayOf, editDateTime, formatDateTime, parseDateTime } from './dates.ts'
import { instantOf, offsetOf, wallClockOf } from './zones.ts'

/** The zones of Brazil, and the odd ones of the world. */
const zones = fc.constantFrom(
  'America/Sao_Paulo',
  'America/Noronha',
  'America/Manaus',
  'America/Rio_Branco',
  'America/Cuiaba',
  'America/New_York',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Europe/Lisbon',
  'UTC',
)
/** Here clocks were set back at midnight, in Lisbon until 1984. */
const midnightTwice: ReadonlySet<string> = new Set(['America/Havana', 'Europe/Lisbon'])
const instants = fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(2040, 0, 1) })
const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 23)

describe('zones, against luxon', () => {
  it('shows the same clock and offset', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const moment = DateTime.fromMillis(instant, { zone })
        expect(wallText(wallClockOf(instant, zone))).toBe(moment.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS"))
        expect(offsetOf(instant, zone)).toBe(moment.toFormat('ZZ'))
      }),
      { numRuns: 500 },
    )
  })

  it('finds an instant with that clock', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const wall = wallClockOf(instant, zone)
        const found = instantOf(wall, zone)
        expect(wallClockOf(found, zone)).toBe(wall)
        expect(found).toBeLessThanOrEqual(instant)
        // Server and reports ask luxon, and find the same one.
        expect(Date.parse(clockMoment(wallText(wall), zone))).toBe(found)
      }),
      { numRuns: 500 },
    )
  })

  it('knows first and last moment of a day', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const moment = DateTime.fromMillis(instant, { zone })
        const day = moment.toFormat('yyyy-MM-dd')
        const [first, last] = [startOfDay(day, zone), endOfDay(day, zone)]
        const around = [first, last].flatMap((iso, end) => [iso, new Date(Date.parse(iso) + (end ? 1 : -1)).toISOString()])
        expect(around.map(iso => dayOf(iso, zone) === day)).toEqual([true, false, true, false])
        // Where midnight itself comes twice luxon takes the second one.
        if (midnightTwice.has(zone)) return
        expect([first, last]).toEqual([moment.startOf('day').toUTC().toISO(), moment.endOf('day').toUTC().toISO()])
      }),
      { numRuns: 500 },
    )
  })

  it('reads back every instant it writes', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const iso = new Date(instant).toISOString()
        expect(parseDateTime(editDateTime(iso, zone), zone)).toBe(iso)
      }),
      { numRuns: 500 },
    )
  })
})

describe('summer time of São Paulo', () => {
  const zone = 'America/Sao_Paulo'

  it('starts a day without midnight at one', () => {
    expect(startOfDay('2018-11-04', zone)).toBe('2018-11-04T03:00:00.000Z')
    expect(formatDateTime(startOfDay('2018-11-04', zone), zone)).toBe('04/11/2018 01:00')
  })

  it('ends a day of 25 hours after the hour shown twice', () => {
    expect(endOfDay('2018-02-17', zone)).toBe('2018-02-18T02:59:59.999Z')
    expect([editDateTime('2018-02-18T01:30:00.000Z', zone), editDateTime('2018-02-18T02:30:00.000Z', zone)]).toEqual([
      '17/02/2018 23:30',
      '17/02/2018 23:30 -03:00',
    ])
  })
})
