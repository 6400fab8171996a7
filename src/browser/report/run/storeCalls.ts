import { wallClockOf } from '../../../base/zones.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Model } from '../../../model/model.ts'
import type { Comparison, Query, Report } from '../../../model/report.ts'
import { isMoment } from '../parameters/period.ts'
import { callMembers } from '../parameters/reportValues.ts'
import { earlierSpan, type Span } from './earlierSpan.ts'
import type { AnswerPart, SearchAnswers } from './searchAnswers.ts'

export interface ReportStore {
  readonly id: number
  readonly nome_fantasia: string
}

/** One call to make. */
export interface StoreCall {
  readonly call: string
  readonly path: string
  /** Absent where the figures belong to no store. */
  readonly store: ReportStore | undefined
  readonly members: Readonly<Record<string, unknown>>
  /** Of the days that are compared with. */
  readonly earlier: boolean
}

type Evaluate = (expression: string) => unknown

/** With what figures are compared, where the call does not say so itself; and what time it is. */
export interface ComparedWith {
  readonly by?: Comparison | undefined
  readonly zone: string
  readonly now: string
}

/** The calls of a search: each of the report's for each store, once where its figures belong to none; some for `every` store of the user. */
export function storeCalls(
  report: Pick<Report, 'calls'>,
  queries: Model['queries'],
  record: Readonly<Record<string, unknown>>,
  stores: readonly ReportStore[],
  evaluate: Evaluate,
  compared?: ComparedWith,
  every: readonly ReportStore[] = stores,
): readonly StoreCall[] {
  const wanted = Object.entries(report.calls).filter(
    ([, { when, earlier, compare }]) =>
      (when === undefined || evaluate(when) === true) && (!earlier || (compare ?? compared?.by) !== undefined),
  )
  return wanted.flatMap(([name, call]) => {
    const query = queries[call.query]
    if (!query) return []
    const asOfNow = callMembers(call, query, record, evaluate)
    const by = call.compare ?? compared?.by
    const members = call.earlier && compared && by ? shiftedMembers(asOfNow, query, by, compared) : asOfNow
    const asked = query.scope === 'global' ? [undefined] : call.stores ? every : stores
    return asked.map(
      (store): StoreCall => ({
        call: name,
        path: query.path,
        store,
        members,
        earlier: call.earlier ?? false,
      }),
    )
  })
}

/**
 * Returns the members of a request. Moments are a clock's, which each store reads as its own: of stores in other zones the same days are compared, and
 * not the same instants.
 */
export const askedOf = (
  { members = {}, store }: Partial<Pick<StoreCall, 'members' | 'store'>>,
  zone: string,
): Readonly<Record<string, unknown>> =>
  store
    ? { ...Object.fromEntries(Object.entries(members).map(([name, value]) => [name, clockAt(value, zone)])), lojaId: store.id }
    : members

const clockAt = (value: unknown, zone: string): unknown =>
  typeof value === 'string' && isMoment(value)
    ? new Date(wallClockOf(Date.parse(value), zone)).toISOString().replace('Z', '')
    : value

/** Members of a call with its spans moved to the days that are compared with. */
function shiftedMembers(
  members: Readonly<Record<string, unknown>>,
  query: Query,
  by: Comparison,
  { zone, now }: ComparedWith,
): Readonly<Record<string, unknown>> {
  const moved = { ...members }
  // The hours of each day are compared whole: cut at this moment, they would be other hours.
  const eachDay = query.parameters.some(each => each.eachDay !== undefined && members[each.name] === each.eachDay)
  for (const { start, end, names } of callSpans(members, query)) {
    const earlier = earlierSpan({ start, end }, by, zone, eachDay ? end : now)
    moved[names[0]] = earlier.start
    moved[names[1]] = earlier.end
  }
  return moved
}

interface CallSpan extends Span {
  /** The members that hold its two ends. */
  readonly names: readonly [string, string]
}

/** The spans of days that a call asks for. */
export function callSpans(members: Readonly<Record<string, unknown>>, query: Pick<Query, 'parameters'>): readonly CallSpan[] {
  return query.parameters.flatMap(({ control, fills: [first, second] }): CallSpan[] => {
    if (control !== 'dateRange' || first === undefined || second === undefined) return []
    const [start, end] = [members[first], members[second]]
    return typeof start === 'string' && typeof end === 'string' ? [{ start, end, names: [first, second] }] : []
  })
}

/** The days that a call is about: its span, or the one day that it asks for. */
export function spanOfCall(members: Readonly<Record<string, unknown>>, query: Pick<Query, 'parameters'>): Span | undefined {
  const [span] = callSpans(members, query)
  if (span) return span
  const day = query.parameters.find(({ kind, control }) => control === undefined && kindByName(kind).time === 'day')
  const asked = members[day?.fills[0] ?? '']
  return typeof asked === 'string' ? { start: asked, end: asked } : undefined
}

/** Makes all calls at once; the first that fails ends the search. */
export async function runStoreCalls(
  errands: readonly StoreCall[],
  send: (errand: StoreCall) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<readonly AnswerPart[]> {
  let done = 0
  return Promise.all(
    errands.map(async (errand): Promise<AnswerPart> => {
      const answer = await send(errand)
      done += 1
      onDone(done)
      return { ...errand, answer }
    }),
  )
}

/** Returns the answers, with the facts needed to read them. */
export function searchAnswersOf(
  report: Pick<Report, 'calls'>,
  queries: Model['queries'],
  parts: readonly AnswerPart[],
  zone: string,
): SearchAnswers {
  const known = Object.entries(report.calls).flatMap(([name, { query }]) => {
    const found = queries[query]
    return found ? [[name, found] as const] : []
  })
  const every = new Set(Object.entries(report.calls).flatMap(([name, { stores }]) => (stores ? [name] : [])))
  const stores = new Set(parts.filter(({ call }) => !every.has(call)).map(({ store }) => store?.id))
  return { queries: Object.fromEntries(known), parts, every, storeCount: stores.size, zone }
}
