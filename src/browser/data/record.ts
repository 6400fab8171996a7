import useSWR from 'swr'
import { type CallError, call } from './api.ts'
import { type CacheKey, cacheScope } from './caches.ts'
import { fetchOrTakePrefetched, prefetchQuery } from './prefetchQuery.ts'
import type { RegisterRow } from './registerRows.ts'

type Id = string | number

const part = (id: Id) => encodeURIComponent(String(id))

export const fetchRecord = async (register: string, id: Id): Promise<RegisterRow> =>
  (await call<RegisterRow>('GET', `${register}/${part(id)}`)).data

export interface RecordState {
  readonly record: RegisterRow | undefined
  readonly loading: boolean
  readonly error: CallError | undefined
  reload(): Promise<RegisterRow | undefined>
}

const keyOf = (register: string, id: Id): CacheKey => ['record', register, cacheScope(), String(id)]

/** Asks for a record that the next page will show. */
export const prefetchRecord = (register: string, id: Id): Promise<unknown> | undefined =>
  prefetchQuery(keyOf(register, id), () => fetchRecord(register, id))

/** One record with its child lists and the labels of what it refers to. Without an id nothing is read (a new record). */
export function useRecord(register: string, id: Id | undefined): RecordState {
  const key = id === undefined ? null : keyOf(register, id)
  const fetcher = (): Promise<RegisterRow> =>
    fetchOrTakePrefetched(keyOf(register, id ?? ''), () => fetchRecord(register, id ?? ''))
  const { data, error, mutate } = useSWR<RegisterRow, CallError>(key, fetcher, { revalidateOnFocus: false })
  return { record: data, loading: key !== null && data === undefined && error === undefined, error, reload: () => mutate() }
}
