import { DateTime } from 'luxon'
import { spanText, withTime } from '../parameters/period.ts'
import type { SearchAnswers } from './searchAnswers.ts'
import { callSpans } from './storeCalls.ts'

/** The days that the cards are compared with, in words. */
export function comparedDays({ parts, queries, zone }: SearchAnswers): string | undefined {
  const earlier = parts.find(part => part.earlier)
  const query = earlier && queries[earlier.call]
  const [span] = query ? callSpans(earlier.members ?? {}, query) : []
  if (!span) return undefined
  const [start, end] = [clock(span.start, zone), clock(span.end, zone)]
  const eachDay = query?.parameters.some(one => one.eachDay !== undefined && earlier?.members?.[one.name] === one.eachDay)
  return spanText(
    { start: withTime(start.day, usual(start.time, '00:00')), end: withTime(end.day, usual(end.time, '23:59')) },
    eachDay,
  )
}

const usual = (time: string | undefined, whole: string): string | undefined => (time === whole ? undefined : time)

/** Day and time of a moment in a zone; a day has none. */
function clock(moment: string, zone: string): { readonly day: string; readonly time?: string } {
  if (moment.length === 10) return { day: moment }
  const there = DateTime.fromISO(moment, { zone })
  return { day: there.toFormat('yyyy-MM-dd'), time: there.toFormat('HH:mm') }
}
