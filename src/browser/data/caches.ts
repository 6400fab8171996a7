import { mutate } from 'swr'
import type { Model } from '../../model/model.ts'
import { storeId } from './identity.ts'

/** Keys of what is cached: `[what, register, place, …]`. */
export type CacheKey = readonly [what: 'rows' | 'record', register: string, place: string, ...rest: unknown[]]

/** Counts the times that everything was forgotten. */
let visit = 0

/**
 * Returns the scope of cached answers: the store, since everything was forgotten last. An answer that was on its way then belongs to nobody any more,
 * and nobody waits for it.
 */
export const cacheScope = (): string => `${storeId() ?? 0}/${visit}`

let model: Model | undefined

/** The Model tells which registers share a table (combos are products). */
export const setCacheModel = (next: Model): void => {
  model = next
}

/** Fields of a register that are never written down in this browser. */
export const secretFieldsOf = (register: string): ReadonlySet<string> =>
  new Set(model?.registers[register]?.fields.filter(field => field.secret).map(field => field.name))

/** Registers whose rows are touched when those of this one change: itself, others of its table, and those that keep it as a list. */
export function affectedRegisters(register: string, from = model): ReadonlySet<string> {
  const table = from?.registers[register]?.table
  const names = new Set([register])
  for (const other of Object.values(from?.registers ?? {})) {
    if (table !== undefined && other.table === table) names.add(other.name)
    if (other.lists.some(list => list.register === register)) names.add(other.name)
  }
  return names
}

/**
 * Forgets what is cached of a register after a write; what is on screen is read again, the old rows dimmed meanwhile. A record
 * that is gone is not read again, though its page may still stand for a moment.
 */
export async function clearRegisterCache(register: string, gone?: string): Promise<void> {
  const names = affectedRegisters(register)
  await mutate(key => Array.isArray(key) && names.has(String(key[1])) && !(key[0] === 'record' && key[3] === gone))
}

/** Forgets everything: another store, another user. */
export function clearAllCaches(): Promise<unknown> {
  visit += 1
  return mutate(() => true, undefined, { revalidate: false })
}

/** A record that was removed: it is neither shown nor read again. */
export const evictRecord = (register: string, id: string): Promise<unknown> => {
  const names = affectedRegisters(register)
  return mutate(key => Array.isArray(key) && key[0] === 'record' && names.has(String(key[1])) && key[3] === id, undefined, {
    revalidate: false,
  })
}
