import { readTabStorage, writeTabStorage } from '../../data/storage.ts'
import { type DateSpan, isPeriodPreset, momentOf, type PeriodPreset, presetOf, presetSpan, todayIn } from './period.ts'

/** A period that somebody chose: by name, so that tomorrow's "today" is tomorrow, or from day to day. */
export type ChosenPeriod = PeriodPreset | DateSpan

const key = 'period'

/** Returns the period that was chosen last in this tab, on the first page or in a report. */
export function readKeptPeriod(): ChosenPeriod | undefined {
  const text = readTabStorage(key)
  if (text === undefined || isPeriodPreset(text)) return text
  const [start = '', end = '', ...more] = text.split('..')
  return more.length === 0 && isDayText(start) && isDayText(end) ? { start, end } : undefined
}

/** Keeps a period for the pages that are opened next. */
export function keepPeriod({ start, end }: DateSpan, zone: string, offered: readonly string[]): void {
  const span = { start: start.slice(0, 10), end: end.slice(0, 10) }
  writeTabStorage(key, presetOf(span, todayIn(zone), offered) ?? `${span.start}..${span.end}`)
}

/** Returns the days of a chosen period, where a page that offers only some presets can show it. */
export const spanOfChosen = (
  chosen: ChosenPeriod | undefined,
  offered: readonly string[],
  today: string,
): DateSpan | undefined => {
  if (typeof chosen !== 'string') return chosen
  return offered.includes(chosen) ? presetSpan(chosen, today) : undefined
}

const isDayText = (text: string): boolean => text.length === 10 && momentOf(text, 'UTC', false) !== undefined
