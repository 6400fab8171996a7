import { parseDate } from '../../../../base/dates.ts'
import { parseDecimal } from '../../../../base/number.ts'
import { wallClockOf } from '../../../../base/zones.ts'

const MOST = 999_999_999_999

/**
 * Cents of an amount as banks write it: `-12.50`, `-12,50`, `1.234,56`, `+10`, `10.0000`. Undefined where it is none, has parts of a cent,
 * or may be read in two ways (`1.234`).
 */
export function centsOf(text: string): number | undefined {
  const bare = text.replace(/\s|R\$/g, '')
  if (!/^[+-]?[\d.,]+-?$/.test(bare) || /^[+-]?\d{1,3}[.,]\d{3}-?$/.test(bare)) return undefined
  const value = parseDecimal(bare.replace(/^\+/, '').replace(/([.,]\d\d)0+(-?)$/, '$1$2'), 2)
  if (value === undefined) return undefined
  const cents = Math.round(value * 100)
  return cents / 100 === value && Math.abs(cents) <= MOST ? cents + 0 : undefined
}

/** `20261105`, `20261105120000`, `20261105013000.000[0:GMT]`, `20261105[-3:BRT]`, and what some write: `2026-11-05`, `05/11/2026`. */
const MOMENT =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?\s*(?:\[\s*([+-]?\d{1,2}(?:\.\d+)?)\s*(?::[^\]]*)?\])?$/

/**
 * The day of a moment on the store's clock. Without a time, or with a midnight or noon that only fills it up, it is the day as written: banks
 * put any zone behind these.
 */
export function dayOfMoment(text: string, zone: string): string | undefined {
  const match = MOMENT.exec(text.trim())
  if (!match) return sane(parseDate(text.trim().slice(0, 10)))
  const [, year, month, day, hour = '00', minute = '00', second = '00', ahead] = match
  const written = sane(parseDate(`${year}-${month}-${day}`))
  if (written === undefined || ahead === undefined || /^(?:00|12)0000$/.test(hour + minute + second)) return written
  const instant = Date.parse(`${written}T${hour}:${minute}:${second}Z`) - Number(ahead) * 3_600_000
  return Number.isNaN(instant) ? written : new Date(wallClockOf(instant, zone)).toISOString().slice(0, 10)
}

const sane = (day: string | undefined): string | undefined =>
  day !== undefined && day >= '1990-01-01' && day < '2100-01-01' ? day : undefined
