import { DateTime } from 'luxon'

/** Days before its end at which the owners are warned of a certificate's expiry. */
const warningDays = [30, 15, 5] as const

/** A warning that is due. */
export interface ExpiryWarning {
  /** Whole days of the store's calendar that are left: 0 on the last one. */
  readonly days: number
  /** Which of the warnings it is. */
  readonly step: (typeof warningDays)[number]
}

/**
 * The warning that is due at a moment, by the store's calendar: each step once, and only the last one where several were missed. `warned` is the
 * step that was sent last.
 */
export function dueWarning(validTo: Date, now: Date, zone: string, warned: number | null): ExpiryWarning | undefined {
  if (validTo <= now) return undefined
  const day = (date: Date): DateTime => DateTime.fromJSDate(date, { zone }).startOf('day')
  const days = Math.round(day(validTo).diff(day(now), 'days').days)
  const step = warningDays.findLast(each => days <= each)
  return step === undefined || (warned !== null && warned <= step) ? undefined : { days, step }
}
