import { useCallback, useEffect, useRef, useState } from 'react'
import { parameterFields } from '../../../model/report/expressionFields.ts'
import type { Comparison, Report } from '../../../model/report.ts'
import { CallError, call } from '../../data/api.ts'
import { useSession } from '../../data/session.tsx'
import { parameterRecord, type ReportValues } from '../parameters/reportValues.ts'
import { pagedParts } from './pagedParts.ts'
import type { SearchAnswers } from './searchAnswers.ts'
import { askedOf, type ReportStore, runStoreCalls, type StoreCall, searchAnswersOf, storeCalls } from './storeCalls.ts'
import { useExpression } from './useExpression.ts'

/** Where a search stands. An old answer stays until the next one is there. */
export interface ReportSearch {
  readonly state: 'idle' | 'running' | 'done' | 'failed'
  readonly answers?: SearchAnswers
  /** The values with which the answers were asked. */
  readonly asked?: ReportValues
  readonly error?: CallError
  /** Calls made and to make. */
  readonly done: number
  readonly count: number
  /** When the last one began; 0 before the first. */
  readonly began: number
}

const idle: ReportSearch = { state: 'idle', done: 0, count: 0, began: 0 }

/** Somebody may have fewer rights in another store: that ends the search, which names the store, and not the session. */
const send =
  (signal: AbortSignal, zone: string, own: ReportStore | null) =>
  async (errand: StoreCall): Promise<unknown> => {
    const other = errand.store?.id === own?.id ? undefined : errand.store
    try {
      return (await call('GET', errand.path, { query: askedOf(errand, zone), signal, keepSession: other !== undefined })).data
    } catch (error) {
      if (!other || !(error instanceof CallError)) throw error
      throw new CallError(error.status, error.code, `${other.nome_fantasia}: ${error.message}`, error.details)
    }
  }

/** Searches of a report: one at a time, the last one wins. */
export function useReportSearch(report: Report) {
  const { model, store, stores, zone } = useSession()
  const evaluate = useExpression()
  const [search, setSearch] = useState(idle)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = useCallback(
    (values: ReportValues): void => {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      const chosen = searchedStores(report, values, stores, store)
      const record = parameterRecord(report.parameters, values, zone, chosen.length)
      const fields = parameterFields(report.parameters)
      const compared = { by: comparisonOf(report, values), zone, now: new Date().toISOString() }
      const own = (expression: string) => evaluate(fields, expression, record)
      const calls = storeCalls(report, model.queries, record, chosen, own, compared, stores)
      const errands = withoutPaged(calls, report)
      setSearch(({ answers, asked }) => ({
        state: 'running',
        done: 0,
        count: errands.length,
        began: Date.now(),
        ...(answers && asked ? { answers, asked } : {}),
      }))
      const alive = (act: (old: ReportSearch) => ReportSearch) => control.signal.aborted || setSearch(act)
      runStoreCalls(errands, send(control.signal, zone, store), done => alive(old => ({ ...old, done }))).then(
        parts =>
          alive(old => ({ ...old, state: 'done', answers: searchAnswersOf(report, model.queries, parts, zone), asked: values })),
        (error: unknown) => {
          if (control.signal.aborted) return
          console.warn(`${report.name}:`, error)
          alive(({ done, count, began }) => ({ state: 'failed', done, count, began, error: errorOf(error) }))
          control.abort()
        },
      )
    },
    [report, model, store, stores, zone, evaluate],
  )
  const cancel = useCallback(() => {
    running.current?.abort()
    setSearch(({ answers, asked, began }) => ({ ...idle, began, ...(answers && asked ? { state: 'done', answers, asked } : {}) }))
  }, [])
  return { search, run, cancel }
}

/** Rows that a table asks for page by page do not come along. */
function withoutPaged(calls: readonly StoreCall[], report: Report): readonly StoreCall[] {
  const parts = pagedParts(report.layout)
  return calls.map(each => {
    const except = parts.get(each.call)
    return except === undefined ? each : { ...each, members: { ...each.members, except } }
  })
}

const errorOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(0, 'unknown', error instanceof Error ? error.message : String(error))

const comparisons: readonly unknown[] = ['previous', 'week', 'month', 'year'] satisfies readonly Comparison[]

const isComparison = (word: unknown): word is Comparison => comparisons.includes(word)

/** With what the cards are compared: the page's own word, or that of the parameter it names. */
function comparisonOf({ compare }: Pick<Report, 'compare'>, values: ReportValues): Comparison | undefined {
  const word = typeof compare === 'object' ? values[compare.parameter] : compare
  return isComparison(word) ? word : undefined
}

/** The stores that a search asks: the chosen one, or those that are compared. */
export function searchedStores(
  report: Pick<Report, 'compareStores'>,
  values: ReportValues,
  all: readonly ReportStore[],
  own: ReportStore | null,
): readonly ReportStore[] {
  const asked = report.compareStores === undefined ? undefined : values[report.compareStores]
  const wanted = new Set((asked ?? '').split(',').filter(Boolean).map(Number))
  const compared = all.filter(({ id }) => wanted.has(id))
  return compared.length > 0 ? compared : own ? [own] : []
}
