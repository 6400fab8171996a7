import { dayOf } from '../../../base/dates.ts'
import { todayIn } from '../parameters/period.ts'
import type { AxisDays } from '../plugins.ts'
import type { SearchAnswers } from './searchAnswers.ts'
import { callSpans } from './storeCalls.ts'

/** The days that an answer is about, up to today: what is still to come is no day without sales. */
export function axisDays({ parts, queries, zone }: SearchAnswers, path: string, today = todayIn(zone)): AxisDays | undefined {
  const name = path.split('.')[0]
  const part = parts.find(({ call }) => call === name)
  const query = part && queries[part.call]
  const [span] = query ? callSpans(part.members ?? {}, query) : []
  if (!span) return undefined
  const day = (moment: string): string => (moment.length === 10 ? moment : dayOf(moment, zone))
  const [start, end] = [day(span.start), day(span.end)]
  return { start, end: end > today && start <= today ? today : end }
}
