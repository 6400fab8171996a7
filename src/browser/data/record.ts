import useSWR from 'swr'
import { type CallDetail, type CallError, call } from './api.ts'
import { type CacheKey, clearCache } from './caches.ts'
import { storeId } from './identity.ts'
import type { Row } from './rows.ts'

export { countRows } from './rows.ts'

type Id = string | number
type Body = Readonly<Record<string, unknown>>

const part = (id: Id) => encodeURIComponent(String(id))

export const fetchRecord = async (register: string, id: Id): Promise<Row> =>
  (await call<Row>('GET', `${register}/${part(id)}`)).data

export interface RecordState {
  readonly record: Row | undefined
  readonly loading: boolean
  readonly error: CallError | undefined
  reload(): Promise<Row | undefined>
}

/** One record with its child lists and the labels of what it refers to. Without an id nothing is read (a new record). */
export function useRecord(register: string, id: Id | undefined): RecordState {
  const key: CacheKey | null = id === undefined ? null : ['record', register, storeId(), String(id)]
  const { data, error, mutate } = useSWR<Row, CallError>(key, () => fetchRecord(register, id ?? ''), { revalidateOnFocus: false })
  return { record: data, loading: key !== null && data === undefined && error === undefined, error, reload: () => mutate() }
}

/** Creates, or changes when the record has an id; the reply is the whole record. */
export const saveRecord = (register: string, record: Body): Promise<Row> =>
  write(register, 'POST', `${register}/save`, inStore(record))

/** Changes some fields. The version, when given, refuses a record that someone else changed meanwhile (409). */
export const patchRecord = (register: string, { id, ...changes }: Body & { readonly id: Id }, action?: string): Promise<Row> =>
  write(register, 'PATCH', `${register}/${part(id)}`, inStore(changes), undefined, action)

/** The same change for many records. */
export const patchMany = (register: string, ids: readonly Id[], data: Body, action?: string): Promise<unknown> =>
  write(register, 'POST', `${register}/updateMany`, inStore({ where: { id: { inq: ids } }, data }), undefined, action)

/** What became of changes that were sent together. */
export interface Changed {
  /** Those that were saved, as they stand. */
  readonly registros: readonly Row[]
  /** Why others were not, by `itens.3.field`; empty unless the valid ones alone were asked for. */
  readonly problemas: readonly CallDetail[]
}

/** Different changes of many records as one: all or none, or with `valid` those that are right. */
export const patchEach = (
  register: string,
  items: readonly (Body & { readonly id: Id })[],
  valid: boolean,
  action?: string,
): Promise<Changed> =>
  write(register, 'POST', `${register}/alterarVarios`, inStore({ itens: items, validas: valid }), undefined, action)

export const removeRecord = (register: string, id: Id, action?: string): Promise<unknown> =>
  write(register, 'DELETE', `${register}/del`, undefined, { id }, action)

/** Any other write to a register's rows (an operation): made, then the cache is cleared. */
export async function write<T = Row>(
  register: string,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  query?: Body,
  action?: string,
): Promise<T> {
  const { data } = await call<T>(method, path, { ...(body === undefined ? {} : { body }), ...(query ? { query } : {}), action })
  void clearCache(register)
  return data
}

const inStore = (body: Body): Body =>
  body.lojaId === undefined && storeId() !== undefined ? { ...body, lojaId: storeId() } : body
