import type { Model } from '../../model/model.ts'
import type { Report } from '../../model/report.ts'
import type { Answers, Part } from './answers.ts'
import { callMembers } from './values.ts'

export interface RunStore {
  readonly id: number
  readonly nome_fantasia: string
}

/** One call to make. */
export interface Errand {
  readonly call: string
  readonly path: string
  readonly store: RunStore
  readonly members: Readonly<Record<string, unknown>>
}

type Evaluate = (expression: string) => unknown

/** The calls of a search: each of the report's for each store. */
export function errandsOf(
  report: Pick<Report, 'calls'>,
  queries: Model['queries'],
  record: Readonly<Record<string, unknown>>,
  stores: readonly RunStore[],
  evaluate: Evaluate,
): readonly Errand[] {
  const wanted = Object.entries(report.calls).filter(([, call]) => call.when === undefined || evaluate(call.when) === true)
  return wanted.flatMap(([name, call]) => {
    const query = queries[call.query]
    if (!query) return []
    const members = callMembers(call, query, record, evaluate)
    return stores.map((store): Errand => ({ call: name, path: query.path, store, members }))
  })
}

/** Makes all calls at once; the first that fails ends the search. */
export async function runErrands(
  errands: readonly Errand[],
  send: (errand: Errand) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<readonly Part[]> {
  let done = 0
  return Promise.all(
    errands.map(async (errand): Promise<Part> => {
      const answer = await send(errand)
      done += 1
      onDone(done)
      return { call: errand.call, store: errand.store, answer }
    }),
  )
}

/** What came, with what is needed to read it. */
export function answersOf(
  report: Pick<Report, 'calls'>,
  queries: Model['queries'],
  parts: readonly Part[],
  zone: string,
): Answers {
  const known = Object.entries(report.calls).flatMap(([name, { query }]) => {
    const found = queries[query]
    return found ? [[name, found] as const] : []
  })
  const stores = new Set(parts.map(({ store }) => store?.id))
  return { queries: Object.fromEntries(known), parts, compared: stores.size > 1, zone }
}
