import { BoundedMemory } from '../../base/boundedMemory.ts'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model } from '../../model/model.ts'
import type { RegisterChange } from '../access/registerChange.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import type { Service } from '../service.ts'

/** Milliseconds for which a store's record is kept. */
const LIFE = 3000

type Kept = BoundedMemory<number, { readonly until: number; readonly row: DataRow }>

const kept = new WeakMap<Service['database'], Kept>()

/** A store's record is read again after somebody changed it, or the rows of its lists. */
export function forgetCachedStores(
  { database, model }: Pick<Service, 'database' | 'model'>,
  { register }: Pick<RegisterChange, 'register'>,
): void {
  if (memoizeByKey(ofStores, model(), () => storeRegisters(model())).has(register)) kept.delete(database)
}

const ofStores = new WeakMap<Model, ReadonlySet<string>>()

/** The registers whose rows are stores, and those of their lists. */
const storeRegisters = ({ registers }: Model): Set<string> =>
  new Set(
    Object.values(registers)
      .filter(({ scope }) => scope === 'self')
      .flatMap(({ name, lists }) => [name, ...lists.map(list => list.register)]),
  )

/** A store's record, when it was read a moment ago. */
export function cachedStore(id: number, { database }: Pick<Service, 'database'>): DataRow | undefined {
  const known = kept.get(database)?.get(id)
  return known && known.until > Date.now() ? known.row : undefined
}

export function cacheStore(id: number, row: DataRow, { database }: Pick<Service, 'database'>): void {
  memoizeByKey(kept, database, (): Kept => new BoundedMemory('records of stores', { most: 2000 })).set(id, {
    until: Date.now() + LIFE,
    row,
  })
}
