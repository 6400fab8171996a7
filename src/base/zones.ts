/**
 * Instants and clocks of a zone by Intl alone, for cells are many and a list loads no date library; days and their bounds are luxon's
 * (calendar.ts). Checked against luxon in its test.
 */
const MINUTE = 60_000
const DAY = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, made)
  return made
}

/** Clocks are set at quarters of an hour: within one, a zone's clock is ahead of UTC by as much as a moment ago. */
const QUARTER = 15 * MINUTE
/** Before, zones followed the sun to the second. */
const MODERN = Date.UTC(1980, 0, 1)
const MOST_KEPT = 1000

const ahead = new Map<string, number>()

/** The wall clock of a zone at an instant, written as if it were UTC: both are milliseconds since 1970. */
export const wallClockOf = (instant: number, zone: string): number => {
  if (zone === 'UTC') return instant
  if (instant < MODERN) return readWall(instant, zone)
  const key = `${zone} ${Math.floor(instant / QUARTER)}`
  const known = ahead.get(key)
  if (known !== undefined) return instant + known
  const wall = readWall(instant, zone)
  if (ahead.size >= MOST_KEPT) ahead.clear()
  ahead.set(key, wall - instant)
  return wall
}

const readWall = (instant: number, zone: string): number => {
  const part: Record<string, string> = {}
  for (const { type, value } of clockOf(zone).formatToParts(instant)) part[type] = value
  const year = part.era?.startsWith('B') ? 1 - Number(part.year) : Number(part.year)
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(part.month) - 1, Number(part.day))
  wall.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second))
  return wall.getTime() + (((instant % 1000) + 1000) % 1000)
}

/**
 * The instant at which a zone's clock shows `wall`. An hour that a clock set back shows twice means the first;
 * one that a clock set forward skips moves on by the skipped time.
 */
export const instantOf = (wall: number, zone: string): number => {
  if (zone === 'UTC') return wall
  const before = wall - (wallClockOf(wall - DAY, zone) - (wall - DAY))
  if (wallClockOf(before, zone) === wall) return before
  const after = wall - (wallClockOf(wall + DAY, zone) - (wall + DAY))
  return wallClockOf(after, zone) === wall ? after : before
}

/** How far a zone's clock is ahead of UTC: '-03:00'. */
export const offsetOf = (instant: number, zone: string): string => {
  const minutes = Math.round((wallClockOf(instant, zone) - instant) / MINUTE)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}
