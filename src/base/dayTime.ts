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

/** 1 dia, 2 horas e 30 minutos. */
export function durationText(minutes: number): string {
  const parts = [
    [Math.floor(minutes / DAY_MINUTES), 'dia'],
    [Math.floor((minutes % DAY_MINUTES) / 60), 'hora'],
    [minutes % 60, 'minuto'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
  const last = said.pop() ?? '0 minutos'
  return said.length === 0 ? last : `${said.join(', ')} e ${last}`
}
