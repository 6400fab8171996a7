import type { ChartSpec } from '../../../model/report.ts'
import type { SearchAnswers } from '../run/searchAnswers.ts'
import { spanOfCall } from '../run/storeCalls.ts'
import { spanOfPlace } from './spanOfPlace.ts'

/** The span of time of a place of a chart's axis, as a drill's `{from}` and `{until}`. */
export function axisSpan(
  { parts, queries, zone }: Pick<SearchAnswers, 'parts' | 'queries' | 'zone'>,
  { rows, fill }: Pick<ChartSpec, 'rows' | 'fill'>,
  value: unknown,
): { readonly from?: string; readonly until?: string } {
  const part = parts.find(({ call }) => call === rows.split('.')[0])
  const query = part && queries[part.call]
  const span = query && spanOfCall(part.members ?? {}, query)
  return (fill && spanOfPlace(value, fill, span, zone)) ?? {}
}
