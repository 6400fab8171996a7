import { useMemo } from 'react'
import useSWR from 'swr'
import type { Report } from '../../../model/report.ts'
import { call } from '../../data/api.ts'
import { cacheScope } from '../../data/caches.ts'
import { useSession } from '../../data/session.tsx'
import { todayIn } from '../../report/parameters/period.ts'
import type { AnswerPart, SearchAnswers } from '../../report/run/searchAnswers.ts'
import { searchAnswersOf, storeCalls } from '../../report/run/storeCalls.ts'
import { useExpression } from '../../report/run/useExpression.ts'

/** The answers of a page of figures. */
export interface DashboardAnswers {
  readonly answers: SearchAnswers
  /** Calls that brought nothing. */
  readonly failed: ReadonlySet<string>
}

/** Milliseconds after which an open page asks again: what is sold today changes all day. */
const rhythm = 60_000

/** The figures of a page, all asked for at once; what was there last time stands until they come. */
export function useDashboardAnswers(report: Report) {
  const { model, store, zone } = useSession()
  const evaluate = useExpression()
  const { data, isValidating, mutate } = useSWR<DashboardAnswers>(
    store ? ['dashboard', cacheScope(), report.name, model.hash, todayIn(zone)] : null,
    async (): Promise<DashboardAnswers> => {
      const stores = store ? [store] : []
      const record = { storeCount: stores.length }
      const now = new Date().toISOString()
      const errands = storeCalls(report, model.queries, record, stores, each => evaluate([], each, record), { zone, now })
      const failed = new Set<string>()
      const parts = await Promise.all(
        errands.map(async (errand): Promise<readonly AnswerPart[]> => {
          const lojaId = errand.store?.id
          try {
            const { data: answer } = await call('GET', errand.path, {
              query: { ...errand.members, ...(lojaId === undefined ? {} : { lojaId }) },
            })
            return [{ ...errand, answer }]
          } catch (error) {
            console.warn(`${report.name} ${errand.call}:`, error)
            failed.add(errand.call)
            return []
          }
        }),
      )
      return { answers: searchAnswersOf(report, model.queries, parts.flat(), zone), failed }
    },
    { refreshInterval: rhythm, keepPreviousData: true },
  )
  return useMemo(() => ({ data, busy: isValidating, retry: () => void mutate() }), [data, isValidating, mutate])
}
