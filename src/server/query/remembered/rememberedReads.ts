import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { RegisterChange } from '../../access/registerChange.ts'
import type { Database } from '../../database/queries.ts'

/** Milliseconds after which rows are read again even if nothing was heard: they may be written past the platform. */
const LIFE = 3000
/** Stores of which something is remembered. */
const MOST = 5000

/** A question to the database, and when its answer is out of date. */
export interface RememberedQuestion {
  readonly lojaId: number
  /** The registers whose rows it is made of, of this store or of none. */
  readonly registers: readonly string[]
  /** Names it among those of the store. */
  readonly key: string
}

interface Kept {
  readonly registers: readonly string[]
  readonly until: number
  readonly value: Promise<unknown>
}

class RememberedReads {
  private readonly stores = new Map<number, Map<string, Kept>>()

  async read<T>({ lojaId, registers, key }: RememberedQuestion, ask: () => Promise<T>): Promise<T> {
    if (this.stores.size > MOST) this.stores.clear()
    const store = memoizeByKey(this.stores, lojaId, () => new Map<string, Kept>())
    const known = store.get(key)
    if (known && known.until > Date.now()) return known.value as Promise<T>
    const kept = { registers, until: Date.now() + LIFE, value: ask() }
    store.set(key, kept)
    const drop = (): void => {
      if (store.get(key) !== kept) return
      store.delete(key)
      if (store.size === 0 && this.stores.get(lojaId) === store) this.stores.delete(lojaId)
    }
    const value = await kept.value.catch((error: unknown) => {
      drop()
      throw error
    })
    if (value === undefined) drop()
    return value
  }

  forget(change: Pick<RegisterChange, 'register' | 'lojaId'> | undefined): void {
    if (!change) this.stores.clear()
    else this.drop(change)
  }

  private drop(change: Pick<RegisterChange, 'register' | 'lojaId'>): void {
    const concerned = change.lojaId === null ? this.stores.values() : [this.stores.get(change.lojaId)]
    for (const store of concerned)
      for (const [key, { registers }] of store ?? []) if (registers.includes(change.register)) store?.delete(key)
  }
}

const remembered = new WeakMap<object, RememberedReads>()

const readsOf = (database: Pick<Database, 'read'>): RememberedReads =>
  memoizeByKey(remembered, database, () => new RememberedReads())

/**
 * Something of a store that is asked for much more often than it changes: read once, and remembered until a row of its registers changes, through
 * whichever server, or for some seconds. Who asks while it is read waits for the same. What is not there (undefined) is not remembered.
 */
export const readRemembered = <T>(
  database: Pick<Database, 'read'>,
  question: RememberedQuestion,
  ask: () => Promise<T>,
): Promise<T> => readsOf(database).read(question, ask)

/** Drops the answers made of these rows; without a change, all. */
export const forgetReads = (database: Pick<Database, 'read'>, change?: Pick<RegisterChange, 'register' | 'lojaId'>): void =>
  readsOf(database).forget(change)
