/** Minutes of a day. */
export const DAY_MINUTES = 1440

/** The minute of a time of day: 90 of `01:30`. */
export function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes from one time of day to another, past midnight where the second is not later. */
export function minutesToNext(from: string, to: string): number {
  const between = minuteOfDay(to) - minuteOfDay(from)
  return between > 0 ? between : between + DAY_MINUTES
}
