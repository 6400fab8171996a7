import type { BatchUpdateReply, BulkUpdateReply } from '../../api/batch.ts'
import { clearRegisterCache, evictRecord } from '../data/caches.ts'
import { afterPaint } from '../data/first/afterPaint.ts'
import { storeId } from '../data/identity.ts'
import type { RegisterRow } from '../data/registerRows.ts'
import { deliverWrite } from './deliverWrite.ts'
import type { WriteOptions } from './writeRequest.ts'

type Id = RegisterRow['id']
type Body = Readonly<Record<string, unknown>>
/** How a write is done; a text is the id of its action. */
type Told = WriteOptions | string

const howOf = (how: Told): WriteOptions => (typeof how === 'string' ? { action: how } : how)

const part = (id: Id) => encodeURIComponent(String(id))

/** Creates, or changes when the record has an id; the reply is the whole record. */
export const saveRecord = (register: string, record: Body, how?: Told): Promise<RegisterRow> =>
  writeRegister(register, 'POST', `${register}/save`, inStore(record), undefined, how)

/** Changes some fields. The version, when given, refuses a record that someone else changed meanwhile (409). */
export const patchRecord = (register: string, { id, ...changes }: Body & { readonly id: Id }, how?: Told): Promise<RegisterRow> =>
  writeRegister(register, 'PATCH', `${register}/${part(id)}`, inStore(changes), undefined, how)

/** The same change for many records. */
export const patchMany = (register: string, ids: readonly Id[], data: Body, how?: Told): Promise<unknown> =>
  writeRegister(register, 'POST', `${register}/updateMany`, inStore({ where: { id: { inq: ids } }, data }), undefined, how)

/** Different changes of many records as one: all or none, or with `valid` those that are right. */
export async function patchEach(
  register: string,
  items: readonly (Body & { readonly id: Id })[],
  valid: boolean,
  how: Told = {},
): Promise<BatchUpdateReply<RegisterRow>> {
  const body = inStore({ itens: items, validas: valid })
  const changed = await deliverWrite<BatchUpdateReply<RegisterRow>>(
    register,
    'POST',
    `${register}/alterarVarios`,
    body,
    undefined,
    howOf(how),
  )
  // The reply holds the rows as they stand; that some of them may now stand elsewhere is asked once they are on screen.
  afterPaint(() => void clearRegisterCache(register))
  return changed
}

/** Records meant by what a list asks. */
export interface RecordsFilter {
  readonly where?: Body
  readonly q?: string
}

/** The same change of all that a filter finds: all or none, or with `validas` those that are right. */
export const bulkUpdateRecords = (
  register: string,
  change: Body & { readonly registros: RecordsFilter },
  how?: Told,
): Promise<BulkUpdateReply> => writeRegister(register, 'POST', `${register}/alterarVarios`, inStore(change), undefined, how)

export const removeRecord = (register: string, id: Id, how?: Told): Promise<unknown> =>
  writeRegister(register, 'DELETE', `${register}/del`, undefined, { id }, how)

/** Any other write to a register's rows (an operation): made, waiting for a server that is away, then the cache is cleared. */
export async function writeRegister<T = RegisterRow>(
  register: string,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  query?: Body,
  how: Told = {},
): Promise<T> {
  const data = await deliverWrite<T>(register, method, path, body, query, howOf(how))
  const gone = method === 'DELETE' && query?.id !== undefined ? String(query.id) : undefined
  if (gone !== undefined) await evictRecord(register, gone)
  void clearRegisterCache(register, gone)
  return data
}

const inStore = (body: Body): Body =>
  body.lojaId === undefined && storeId() !== undefined ? { ...body, lojaId: storeId() } : body
