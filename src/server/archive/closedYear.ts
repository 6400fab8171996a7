import { DateTime } from 'luxon'
import type { ArchivedStore } from './yearHead.ts'

/** How many years, the current one included, are worked with and never leave. */
const OPEN = 2

/**
 * A year as a store's clock tells it.
 * @throws Error in words where it is no year, or is still worked with there: the current one and the one before
 */
export function closedYear(year: number, store: { readonly id: number; readonly zone: string }, now: Date): ArchivedStore {
  const { id, zone } = store
  if (!Number.isInteger(year) || year < 2000 || year > 9999) throw new Error(`${year} is no year of sales: 2000 or later.`)
  const last = DateTime.fromJSDate(now, { zone }).year - OPEN
  if (year > last)
    throw new Error(
      `${year} is not closed in store ${id}: the current year and the one before stay. The last that may leave is ${last}.`,
    )
  const begin = (of: number): string => DateTime.fromObject({ year: of }, { zone }).toUTC().toISO() ?? ''
  return { id, zone, from: begin(year), until: begin(year + 1) }
}
