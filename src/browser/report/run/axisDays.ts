import { wallClockOf } from '../../../base/zones.ts'
import { dayIn } from '../parameters/period.ts'
import type { AxisDays } from '../plugins.ts'
import type { SearchAnswers } from './searchAnswers.ts'
import { spanOfCall } from './storeCalls.ts'

/** The days and hours that an answer is about, up to today: what is still to come is no day without sales. */
export function axisDays({ parts, queries, zone }: SearchAnswers, path: string, at = new Date()): AxisDays | undefined {
  const name = path.split('.')[0]
  const part = parts.find(({ call }) => call === name)
  const query = part && queries[part.call]
  const span = query && spanOfCall(part.members ?? {}, query)
  if (!query || !part || !span) return undefined
  const clock = (moment: string): string => (moment.length === 10 ? moment : wallClock(new Date(moment), zone))
  const [first, last, now] = [clock(span.start), clock(span.end), wallClock(at, zone)]
  const [start, end, today] = [dayIn(first), dayIn(last), dayIn(now)]
  const running = end >= today && start <= today
  const eachDay = query.parameters.some(one => one.eachDay !== undefined && part.members?.[one.name] === one.eachDay)
  const hours = first.length > 10 && (eachDay || start === end) ? ([hourIn(first), hourIn(last)] as const) : undefined
  return { start, end: running ? today : end, now: running ? now.slice(0, 13) : undefined, hours }
}

/** A moment as the store's clock shows it: `2026-11-27T20:30`. */
const wallClock = (moment: Date, zone: string): string => new Date(wallClockOf(moment.getTime(), zone)).toISOString().slice(0, 16)

const hourIn = (clock: string): number => Number(clock.slice(11, 13))
