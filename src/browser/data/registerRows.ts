import { useCallback } from 'react'
import useSWR from 'swr'
import { apiUrl, type CallError, call } from './api.ts'
import { type CacheKey, cacheScope } from './caches.ts'
import { fetchOrTakePrefetched, prefetchQuery } from './prefetchQuery.ts'

/** A record as it travels. */
export type RegisterRow = Readonly<Record<string, unknown>> & { readonly id: string | number }

/** The query of a list, in LoopBack's words. */
export interface RowsQuery {
  readonly where?: Readonly<Record<string, unknown>>
  /** Free text; under three characters the server ignores it. */
  readonly q?: string
  readonly order?: string | readonly string[]
  readonly skip?: number
  readonly limit?: number
  readonly include?: readonly unknown[] | string
  /** `list`: what a list can show, without the own fields of layers that it never names. */
  readonly fields?: readonly string[] | 'list'
}

export interface RowsPage<R extends RegisterRow = RegisterRow> {
  readonly rows: readonly R[]
  readonly count: number
  /** None of them holds all that was searched for. */
  readonly like?: boolean
}

const parametersOf = ({ q, ...filter }: RowsQuery) => ({ filter, q: q || undefined })

/** Where rows are asked for. */
export const rowsAddress = (register: string, query: RowsQuery): string => apiUrl(register, parametersOf(query))

/** Rows and how many there are in all. */
export async function fetchRowsPage<R extends RegisterRow = RegisterRow>(
  register: string,
  query: RowsQuery = {},
  signal?: AbortSignal,
): Promise<RowsPage<R>> {
  const { data, count, like } = await call<R[]>('GET', register, { query: parametersOf(query), ...(signal ? { signal } : {}) })
  return { rows: data, count: count ?? data.length, ...(like ? { like } : {}) }
}

/** How many rows a filter leaves. */
export async function countRows(
  register: string,
  query: Pick<RowsQuery, 'where' | 'q'> = {},
  signal?: AbortSignal,
): Promise<number> {
  return (await fetchRowsPage(register, { ...query, limit: 1, fields: ['id'] }, signal)).count
}

export interface RowsState<R extends RegisterRow = RegisterRow> extends RowsPage<R> {
  /** Nothing to show yet: skeleton. */
  readonly loading: boolean
  /** Rows of another question are shown until those of this one come. */
  readonly stale: boolean
  readonly error: CallError | undefined
  reload(): void
  /** Changes the rows at hand without asking the server: an edit shown before it is saved. */
  mutate(change: (rows: readonly R[]) => readonly R[]): void
}

const none: readonly never[] = []

const keyOf = (register: string, query: RowsQuery): CacheKey => ['rows', register, cacheScope(), query]

/** Asks for rows that the next page will show. */
export const prefetchRows = (register: string, query: RowsQuery): Promise<unknown> | undefined =>
  prefetchQuery(keyOf(register, query), () => fetchRowsPage(register, query))

/** The rows of a register, cached by question; `undefined` as query asks nothing. */
export function useRows<R extends RegisterRow = RegisterRow>(register: string, query: RowsQuery | undefined): RowsState<R> {
  const key = query ? keyOf(register, query) : null
  // Whether a quiet refresh is under way is not asked: it would draw the page twice more each time.
  const { data, error, isLoading, mutate } = useSWR<RowsPage<R>, CallError>(
    key,
    () => fetchOrTakePrefetched(keyOf(register, query ?? {}), () => fetchRowsPage<R>(register, query)),
    {
      keepPreviousData: true,
    },
  )
  const change = useCallback(
    (edit: (rows: readonly R[]) => readonly R[]) =>
      void mutate(page => page && { ...page, rows: edit(page.rows) }, { revalidate: false }),
    [mutate],
  )
  const reload = useCallback(() => void mutate(), [mutate])
  return {
    rows: data?.rows ?? none,
    count: data?.count ?? 0,
    ...(data?.like ? { like: true } : {}),
    loading: data === undefined && error === undefined,
    stale: data !== undefined && isLoading,
    error,
    reload,
    mutate: change,
  }
}
