import { BoundedMemory } from '../../../base/boundedMemory.ts'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { RegisterChange } from '../../access/registerChange.ts'
import type { Service } from '../../service.ts'
import type { BlockCounts } from './countBlocks.ts'

/** Milliseconds after which a count is asked for anew even if nothing was heard: rows may be written past the platform. */
const LIFE = 3000
/** Room that counts by blocks take beside the text of their statement. */
const OF_BLOCKS = 1000
/** Changes that are remembered, of all stores. */
const HEARD = 1000

interface KeptCount {
  readonly count: number
  readonly version: string
  /** Changes heard of before it was counted. */
  readonly moment: number
  readonly until: number
  readonly blocks?: BlockCounts
  /** Of a search: the keys of its first rows, in the order of its list. */
  readonly keys?: readonly number[]
}

/** A count that was right before something changed in the store, and the rows of its table that changed since. */
export interface OutdatedCount {
  readonly count: number
  readonly blocks?: BlockCounts
  readonly keys?: readonly number[]
  /** undefined: nobody knows which. */
  readonly changed: readonly string[] | undefined
  /** Values made of the count live no longer than it would have. */
  readonly until: number
}

/** When a count is made: a change after it makes the count worthless. */
export interface CountMoment {
  readonly version: string
  readonly moment: number
}

/**
 * How many rows a list's condition finds, kept until something changes in the store: pages of one list, and people who look at the
 * same one, ask for the same count again and again, and on a large table it costs far more than the page.
 */
export class CountCache {
  private readonly kept = new BoundedMemory<string, KeptCount>('counts', {
    most: 8_000_000,
    weigh: (key, { keys = [], blocks }) => key.length + 8 * keys.length + (blocks ? OF_BLOCKS : 0),
  })
  private readonly made = new Map<string, Promise<number | undefined>>()
  /** Changes heard of, by store; null holds those of global registers, which any list may look at. */
  private readonly ages = new Map<number | null, number>()
  /** The last changes, the newest at the end. */
  private readonly heard: Pick<RegisterChange, 'lojaId' | 'register' | 'ids'>[] = []
  private everything = 0

  /** Grows with every change that a list of the store may notice. */
  age(store: number | null): string {
    return store === null ? `${this.everything}` : `${this.ages.get(store) ?? 0} ${this.ages.get(null) ?? 0}`
  }

  now(store: number | null): CountMoment {
    return { version: this.age(store), moment: this.everything }
  }

  invalidate({ lojaId, register, ids }: Pick<RegisterChange, 'lojaId' | 'register' | 'ids'>): void {
    this.everything++
    this.ages.set(lojaId, (this.ages.get(lojaId) ?? 0) + 1)
    this.heard.push({ lojaId, register, ids })
    if (this.heard.length > HEARD) this.heard.shift()
  }

  /** The count of another call that is on its way to being made. */
  pending(key: string, store: number | null): Promise<number | undefined> | undefined {
    return this.made.get(`${key} ${this.age(store)}`)
  }

  /** Equal questions meanwhile wait for this count: on a large table ten at once would cost as much as ten. */
  setPending(key: string, { version }: CountMoment, count: Promise<number>): void {
    const whose = `${key} ${version}`
    // After a failure the others count for themselves.
    const told = count.catch(() => undefined).finally(() => this.made.delete(whose))
    this.made.set(whose, told)
  }

  get(key: string, store: number | null): number | undefined {
    return this.right(key, store)?.count
  }

  /** The first keys of a search beside its count. */
  found(key: string, store: number): { readonly keys: readonly number[]; readonly count: number } | undefined {
    const { keys, count = 0 } = this.right(key, store) ?? {}
    return keys && { keys, count }
  }

  private right(key: string, store: number | null): KeptCount | undefined {
    const kept = this.kept.get(key)
    return kept && kept.version === this.age(store) && kept.until > Date.now() ? kept : undefined
  }

  /** The count that a change in the store overtook, with the rows of these registers that changed since. */
  outdated(key: string, store: number, registers: ReadonlySet<string>): OutdatedCount | undefined {
    const found = this.kept.get(key)
    if (!found) return undefined
    const { count, blocks, keys, until, moment } = found
    const changed = until > Date.now() ? this.changedSince(moment, store, registers) : undefined
    return { count, changed, until, ...(blocks ? { blocks } : {}), ...(keys ? { keys } : {}) }
  }

  private changedSince(moment: number, store: number, registers: ReadonlySet<string>): readonly string[] | undefined {
    const since = this.everything - moment
    if (since > this.heard.length) return undefined
    const changes = this.heard
      .slice(this.heard.length - since)
      .filter(({ lojaId, register }) => (lojaId === store || lojaId === null) && registers.has(register))
    return changes.some(({ ids }) => ids.length === 0) ? undefined : changes.flatMap(({ ids }) => ids)
  }

  /** `at` is the moment before the rows were counted. */
  set(key: string, count: number, at: CountMoment, more: Partial<Pick<KeptCount, 'blocks' | 'keys' | 'until'>> = {}): void {
    this.kept.set(key, { count, ...at, until: Date.now() + LIFE, ...more })
  }
}

const counts = new WeakMap<Service['database'], CountCache>()

/** The counts kept for a database. */
export const countCacheOf = ({ database }: Pick<Service, 'database'>): CountCache =>
  memoizeByKey(counts, database, () => new CountCache())
