import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model } from '../../model/model.ts'
import type { Caller, StoreScope } from '../access/caller.ts'
import { seesAllStores } from './restrictPlan.ts'
import { type Table, tableOf } from './table.ts'

/** What a read may touch: the store of the call, or, where records are stores themselves, all of the caller's. */
export function readScope(caller: Caller, { model, table }: { readonly model: Model; readonly table: Table }): StoreScope {
  if (caller.storeId !== null && !reachesStores(model, table) && !seesAllStores(table, caller))
    return { stores: [caller.storeId] }
  return caller.admin ? 'all' : { stores: caller.stores }
}

/** Asked by every read, answered once a table. */
const reaching = new WeakMap<Table, boolean>()

/** Whether rows are stores, or refer to stores, which may be others than the call's. */
const reachesStores = (model: Model, table: Table): boolean =>
  memoizeByKey(reaching, table, () => {
    const tables = [table, ...[...table.lists.values()].map(list => tableOf(model, list.register))]
    const refers = (one: Table): boolean =>
      [...one.references.values()].some(column => model.registers[column.field.reference?.to ?? '']?.scope === 'self')
    return tables.some(one => one.register.scope === 'self' || refers(one))
  })
