import { isRecord } from '../../../base/record.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { containing, type ErasedHistory } from './eraseHistory.ts'
import type { ErasedTexts } from './eraseRows.ts'
import type { PersonTraits } from './findPersonRows.ts'
import type { Subject } from './subject.ts'

/**
 * Takes what was erased out of the answers that are kept for calls that are made again: of the actions that the person's history names, and
 * of others of the person's stores that hold what they are known by. The answers themselves stay: who asks again must not write twice.
 */
export async function eraseReplies(
  { actions }: ErasedHistory,
  traits: PersonTraits,
  { stores, isGlobal }: Subject,
  { q }: UnitOfWork,
  texts: ErasedTexts,
): Promise<void> {
  const known = [...traits.document, ...traits.email, ...traits.phone].map(containing)
  const { rows } = await q.query<{ lojaId: string; userId: string; key: string; body: string; ours: boolean }>(
    `SELECT "lojaId", "userId", key, body, coalesce(action = ANY($1::uuid[]), false) AS ours FROM system.idempotency
     WHERE body IS NOT NULL AND (action = ANY($1::uuid[]) OR lower(body) LIKE ANY($2::text[]))`,
    [[...actions], known],
  )
  for (const { lojaId, userId, key, body, ours } of rows) {
    const reply: unknown = JSON.parse(body)
    if (!ours && !isOfStores(reply, new Set(stores), isGlobal)) continue
    await q.query('UPDATE system.idempotency SET body = $3 WHERE "lojaId" = $4 AND "userId" = $1 AND key = $2', [
      userId,
      key,
      JSON.stringify(without(reply, texts)),
      lojaId,
    ])
  }
}

/** Tells whether an answer names one of these stores as that of a record, or, for somebody who belongs to none, no store at all. */
function isOfStores(value: unknown, stores: ReadonlySet<number>, isGlobal: boolean): boolean {
  const named: unknown[] = []
  const walk = (one: unknown): void => {
    if (isRecord(one) && one.lojaId !== undefined && one.lojaId !== null) named.push(one.lojaId)
    if (typeof one === 'object' && one !== null) for (const below of Object.values(one)) walk(below)
  }
  walk(value)
  return named.length === 0 ? isGlobal : named.every(store => stores.has(Number(store)))
}

/** The value without the texts that were erased. */
function without(value: unknown, texts: ErasedTexts): unknown {
  if (typeof value === 'string') return texts.has(value) ? '' : value
  if (Array.isArray(value)) return value.map(one => without(one, texts))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, texts)]))
}
