import type { Model } from '../../../model/model.ts'
import type { Report } from '../../../model/report.ts'
import { callMembers } from '../parameters/reportValues.ts'
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
}

type Evaluate = (expression: string) => unknown

/** The calls of a search: each of the report's for each store, once where its figures belong to none. */
export function storeCalls(
  report: Pick<Report, 'calls'>,
  queries: Model['queries'],
  record: Readonly<Record<string, unknown>>,
  stores: readonly ReportStore[],
  evaluate: Evaluate,
): readonly StoreCall[] {
  const wanted = Object.entries(report.calls).filter(([, call]) => call.when === undefined || evaluate(call.when) === true)
  return wanted.flatMap(([name, call]) => {
    const query = queries[call.query]
    if (!query) return []
    const members = callMembers(call, query, record, evaluate)
    const asked = query.scope === 'global' ? [undefined] : stores
    return asked.map((store): StoreCall => ({ call: name, path: query.path, store, members }))
  })
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
      return { call: errand.call, store: errand.store, answer }
    }),
  )
}

/** What came, with what is needed to read it. */
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
  const stores = new Set(parts.map(({ store }) => store?.id))
  return { queries: Object.fromEntries(known), parts, compared: stores.size > 1, zone }
}
