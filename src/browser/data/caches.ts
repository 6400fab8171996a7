import { mutate } from 'swr'
import type { Model } from '../../model/model.ts'

/** Keys of what is cached: `[what, register, store, …]`. */
export type CacheKey = readonly [what: 'rows' | 'record', register: string, store: number | undefined, ...rest: unknown[]]

let model: Model | undefined

/** The Model tells which registers share a table (combos are products). */
export const cachesFollow = (next: Model): void => {
  model = next
}

/** Registers whose rows are touched when those of this one change: itself, others of its table, and those that keep it as a list. */
export function touched(register: string, from = model): ReadonlySet<string> {
  const table = from?.registers[register]?.table
  const names = new Set([register])
  for (const other of Object.values(from?.registers ?? {})) {
    if (table !== undefined && other.table === table) names.add(other.name)
    if (other.lists.some(list => list.register === register)) names.add(other.name)
  }
  return names
}

/** Forgets what is cached of a register after a write; what is on screen is read again, the old rows dimmed meanwhile. */
export async function clearCache(register: string): Promise<void> {
  const names = touched(register)
  await mutate(key => Array.isArray(key) && names.has(String(key[1])))
}

/** Forgets everything: another store, another user. */
export const clearCaches = (): Promise<unknown> => mutate(() => true, undefined, { revalidate: false })
