import { instantOf, offsetOf, wallClockOf } from './zones.ts'

/** The zone of a store that says nothing else. */
export const DEFAULT_ZONE = 'America/Sao_Paulo'

const two = (n: number): string => String(n).padStart(2, '0')

/** 'YYYY-MM-DD' of a day that exists, years 1 to 9999. */
const dateOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined
}

/** '2026-01-31' -> '31/01/2026'. */
export const formatDate = (date: string): string => `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`

/** Two typed digits of a year: 00-49 are 20xx, 50-99 are 19xx. */
const fullYear = (text: string): number => Number(text.length === 2 ? `${Number(text) < 50 ? 20 : 19}${text}` : text)

/** Reads '31/01/2026', '31/1/26', '31-01-2026', '31.01.2026', '31012026' and '2026-01-31' as 'YYYY-MM-DD'. */
export const parseDate = (text: string): string | undefined => {
  const trimmed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const typed = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(trimmed)
  if (typed) return dateOf(fullYear(typed[4] ?? ''), Number(typed[3]), Number(typed[1]))
  const bare = /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed)
  return bare ? dateOf(Number(bare[3]), Number(bare[2]), Number(bare[1])) : undefined
}

/** Reads '9:30', '09:30', '9h30', '9h', '0930', '09:30:15' and '09:30:15.250' as milliseconds of the day. */
const parseClock = (text: string): number | undefined => {
  const match =
    /^(\d{1,2})\s*(?:[:h]\s*(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?|h)(?:\s*(?:min|h|m))?$/i.exec(text) ??
    /^(\d{2})(\d{2})$/.exec(text)
  if (!match) return undefined
  const [hour, minute, second] = [match[1], match[2], match[3]].map(part => Number(part ?? 0))
  if (hour === undefined || minute === undefined || second === undefined || hour > 23 || minute > 59 || second > 59)
    return undefined
  return ((hour * 60 + minute) * 60 + second) * 1000 + Number((match[4] ?? '').padEnd(3, '0').slice(0, 3))
}

/** A time of day as 'HH:mm'; seconds, which some systems write, are dropped. */
export const parseTime = (text: string): string | undefined => {
  const clock = parseClock(text.trim())
  return clock === undefined ? undefined : `${two(Math.floor(clock / 3_600_000))}:${two(Math.floor(clock / 60_000) % 60)}`
}

const ZONED = /(Z|[+-]\d{2}(?::?\d{2})?)$/i

const offsetMinutes = (text: string): number => {
  if (/z/i.test(text)) return 0
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  return (text.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)))
}

/**
 * Reads '31/01/2026 09:30', ISO with or without an offset, or a date alone (its first moment) as an instant in ISO UTC.
 * What says no offset is the zone's own clock.
 */
export const parseDateTime = (text: string, zone = DEFAULT_ZONE): string | undefined => {
  const [, day, rest] = /^(\S+?)(?:T|,?\s+(?:às\s+)?|$)(.*)$/i.exec(text.trim()) ?? []
  const date = parseDate(day ?? '')
  if (date === undefined) return undefined
  const offset = ZONED.exec(rest ?? '')?.[1]
  const clock = rest ? parseClock(offset ? rest.replace(ZONED, '').trim() : rest) : 0
  if (clock === undefined) return undefined
  const wall = Date.parse(`${date}T00:00:00Z`) + clock
  const instant = offset ? wall - offsetMinutes(offset) * 60_000 : instantOf(wall, zone)
  const iso = new Date(instant).toISOString()
  return /^\d{4}-/.test(iso) && !iso.startsWith('0000') ? iso : undefined
}

const displays = new Map<string, Intl.DateTimeFormat>()

const displayOf = (zone: string): Intl.DateTimeFormat => {
  const known = displays.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('pt-BR', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  displays.set(zone, made)
  return made
}

/** An instant as a zone's clock shows it: '31/01/2026 09:30'. */
export const formatDateTime = (iso: string, zone = DEFAULT_ZONE): string =>
  displayOf(zone).format(new Date(iso)).replace(/,\s*/, ' ')

/**
 * An instant as text that `parseDateTime` reads back whole: seconds and thousandths when there are any, and the offset
 * in the hour that a clock set back shows twice.
 */
export const editDateTime = (iso: string, zone = DEFAULT_ZONE): string => {
  const instant = Date.parse(iso)
  const wall = new Date(wallClockOf(instant, zone)).toISOString()
  const [seconds, thousandths] = [wall.slice(17, 19), wall.slice(20, 23)]
  const tail = thousandths !== '000' ? `:${seconds}.${thousandths}` : seconds !== '00' ? `:${seconds}` : ''
  const text = `${formatDate(wall)} ${wall.slice(11, 16)}${tail}`
  return parseDateTime(text, zone) === iso ? text : `${text} ${offsetOf(instant, zone)}`
}

/** The calendar day that a zone's clock shows at an instant. */
export const dayOf = (iso: string, zone = DEFAULT_ZONE): string =>
  new Date(wallClockOf(Date.parse(iso), zone)).toISOString().slice(0, 10)
