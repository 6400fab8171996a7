import { DAY_MINUTES, minuteOfDay, minutesToNext } from '../base/dayTime.ts'
import { kindByName } from '../kinds/values.ts'
import type { NoOverlap, Register } from './model.ts'
import { fieldOf } from './register.ts'

type Values = Readonly<Record<string, unknown>>

/** From a place on a line up to, and not including, another: minutes of a week, milliseconds, or plain numbers. */
type Span = readonly [from: number, to: number]

const WEEK = 7 * DAY_MINUTES
const DAY_MILLISECONDS = DAY_MINUTES * 60_000

/** Tells whether two records that the register keeps apart are in each other's way; times of a day come again every week. */
export function doOverlap(rule: NoOverlap, register: Register, one: Values, other: Values): boolean {
  if ((rule.same ?? []).some(name => sameOf(one[name]) !== sameOf(other[name]))) return false
  if (rule.sharing && !rule.sharing.some(name => one[name] === true && other[name] === true)) return false
  const turns = isWeekly(rule, register) ? [-WEEK, 0, WEEK] : [0]
  const others = spansOf(rule, register, other)
  return spansOf(rule, register, one).some(([from, to]) =>
    others.some(([start, end]) => turns.some(turn => from < end + turn && start + turn < to)),
  )
}

/** A text is the same in any case: people who type a code do not mind it. */
const sameOf = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : (value ?? null))

/** Tells whether the ranges are of hours, which come again, and not of one moment or number. */
export const isWeekly = ({ from }: NoOverlap, register: Register): boolean => timeOf(from, register) === 'hour'

const timeOf = (name: string, register: Register): 'day' | 'instant' | 'hour' | undefined =>
  kindByName(fieldOf(register, name)?.kind ?? 'text').time

/** Returns the spans that a record takes up. Without a start or an end it takes up none. */
function spansOf(rule: NoOverlap, register: Register, record: Values): Span[] {
  const from = record[rule.from]
  const to = record[rule.to]
  if (isMissing(from) || isMissing(to)) return []
  if (!isWeekly(rule, register)) return [[placeOf(from), placeOf(to) + lastDay(rule, register)]]
  const start = minuteOfDay(String(from))
  const length = minutesToNext(String(from), String(to))
  return daysOf(rule, record).map(day => [day * DAY_MINUTES + start, day * DAY_MINUTES + start + length])
}

/** An end that is a day counts whole. */
const lastDay = ({ to }: NoOverlap, register: Register): number => (timeOf(to, register) === 'day' ? DAY_MILLISECONDS : 0)

const placeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number(value))

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Weekdays from the first to the last, over the end of the week too; every day where no field names any. */
function daysOf({ days }: NoOverlap, record: Values): number[] {
  if (!days) return [0, 1, 2, 3, 4, 5, 6]
  const [first, last] = days.map(name => record[name])
  if (typeof first !== 'number' || typeof last !== 'number') return []
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => (first + step) % 7)
}
