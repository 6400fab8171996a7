import { useMemo } from 'react'
import useSWR from 'swr'
import { parameterFields } from '../../../model/report/expressionFields.ts'
import type { Report } from '../../../model/report.ts'
import { CallError, call } from '../../data/api.ts'
import { cacheScope } from '../../data/caches.ts'
import { useSession } from '../../data/session.tsx'
import { todayIn } from '../../report/parameters/period.ts'
import { parameterRecord, type ReportValues } from '../../report/parameters/reportValues.ts'
import type { AnswerPart, SearchAnswers } from '../../report/run/searchAnswers.ts'
import { askedOf, searchAnswersOf, storeCalls } from '../../report/run/storeCalls.ts'
import { useExpression } from '../../report/run/useExpression.ts'

/** The answers of a page of figures. */
export interface DashboardAnswers {
  readonly answers: SearchAnswers
  /** The values with which they were asked. */
  readonly asked: ReportValues
  /** Calls that brought nothing. */
  readonly failed: ReadonlySet<string>
  /** Calls of which the figures of some stores are missing. */
  readonly partly: ReadonlySet<string>
}

/** Milliseconds after which an open page asks again: what is sold today changes all day. */
const rhythm = 60_000

/** The figures of a page, asked for together; what was there last time stands until they come. */
export function useDashboardAnswers(report: Report, asked: ReportValues) {
  const { model, store, stores: every, zone } = useSession()
  const evaluate = useExpression()
  const { data, isValidating, mutate } = useSWR<DashboardAnswers>(
    store ? ['dashboard', cacheScope(), report.name, model.hash, todayIn(zone), JSON.stringify(asked)] : null,
    async (): Promise<DashboardAnswers> => {
      const stores = store ? [store] : []
      const record = parameterRecord(report.parameters, asked, zone, stores.length)
      const fields = parameterFields(report.parameters)
      const own = (each: string) => evaluate(fields, each, record)
      const compared = { zone, now: new Date().toISOString() }
      const errands = storeCalls(report, model.queries, record, stores, own, compared, every)
      const lacking = new Set<string>()
      const parts = await Promise.all(
        errands.map(async (errand): Promise<readonly AnswerPart[]> => {
          const isOther = errand.store !== undefined && errand.store.id !== store?.id
          try {
            const { data: answer } = await call('GET', errand.path, { query: askedOf(errand, zone), keepSession: isOther })
            return [{ ...errand, answer }]
          } catch (error) {
            // In another store somebody may have fewer rights: its figures are not missing, they are not theirs.
            if (isOther && error instanceof CallError && error.status === 403) return []
            console.warn(`${report.name} ${errand.call}:`, error)
            lacking.add(errand.call)
            return []
          }
        }),
      )
      const came = new Set(parts.flat().map(part => part.call))
      return {
        answers: searchAnswersOf(report, model.queries, parts.flat(), zone),
        asked,
        failed: new Set([...lacking].filter(name => !came.has(name))),
        partly: new Set([...lacking].filter(name => came.has(name))),
      }
    },
    { refreshInterval: rhythm, keepPreviousData: true },
  )
  return useMemo(() => ({ data, busy: isValidating, retry: () => void mutate() }), [data, isValidating, mutate])
}
