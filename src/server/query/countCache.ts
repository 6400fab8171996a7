import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { RegisterChange, Service } from '../access/caller.ts'

/** Milliseconds after which a count is asked for anew even if nothing was heard: rows may be written past the platform. */
const LIFE = 3000
const MOST = 5000

/**
 * How many rows a list's condition finds, kept until something changes in the store: pages of one list, and people who look at the
 * same one, ask for the same count again and again, and on a large table it costs far more than the page.
 */
export class CountCache {
  private readonly kept = new Map<string, { readonly count: number; readonly version: string; readonly until: number }>()
  private readonly made = new Map<string, Promise<number | undefined>>()
  /** Changes heard of, by store; null holds those of global registers, which any list may look at. */
  private readonly ages = new Map<number | null, number>()
  private everything = 0

  /** Grows with every change that a list of the store may notice. */
  age(store: number | null): string {
    return store === null ? `${this.everything}` : `${this.ages.get(store) ?? 0} ${this.ages.get(null) ?? 0}`
  }

  invalidate({ lojaId }: Pick<RegisterChange, 'lojaId'>): void {
    this.everything++
    this.ages.set(lojaId, (this.ages.get(lojaId) ?? 0) + 1)
  }

  /** The count of another call that is on its way to being made. */
  pending(key: string, store: number | null): Promise<number | undefined> | undefined {
    return this.made.get(`${key} ${this.age(store)}`)
  }

  /** Whoever asks for the same count meanwhile waits for this one: on a large table ten at once would cost as much as ten. */
  setPending(key: string, age: string, count: Promise<number>): void {
    const whose = `${key} ${age}`
    // Whose call fails leaves the others to count for themselves.
    const told = count.catch(() => undefined).finally(() => this.made.delete(whose))
    this.made.set(whose, told)
  }

  get(key: string, store: number | null): number | undefined {
    const found = this.kept.get(key)
    return found && found.version === this.age(store) && found.until > Date.now() ? found.count : undefined
  }

  /** `age` is that of the moment before the rows were counted: a change meanwhile makes the count worthless. */
  set(key: string, count: number, age: string): void {
    if (this.kept.size >= MOST) this.kept.clear()
    this.kept.set(key, { count, version: age, until: Date.now() + LIFE })
  }
}

const counts = new WeakMap<Service['database'], CountCache>()

/** The counts kept for a database. */
export const countCacheOf = ({ database }: Pick<Service, 'database'>): CountCache =>
  memoizeByKey(counts, database, () => new CountCache())
