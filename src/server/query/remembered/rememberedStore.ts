import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Model } from '../../../model/model.ts'
import { findStores, type Store } from '../../access/users.ts'
import type { Database } from '../../database/queries.ts'
import { type RememberedQuestion, readRemembered } from './rememberedReads.ts'

/** Asks for something of a store's own record: the answer stands until that record changes, or some seconds. */
export const storeQuestion = (model: Model, lojaId: number, key: string): RememberedQuestion => {
  const registers = memoizeByKey(selves, model, () =>
    Object.values(model.registers).flatMap(({ scope, name }) => (scope === 'self' ? [name] : [])),
  )
  return { lojaId, registers, key: `store ${key}` }
}

/** The registers whose record is the store itself. */
const selves = new WeakMap<Model, readonly string[]>()

/** Returns a store for work beside the calls, which asks for it at every piece. */
export const rememberedStore = (
  database: Pick<Database, 'read' | 'system'>,
  model: Model,
  lojaId: number,
): Promise<Store | undefined> =>
  readRemembered(
    database,
    storeQuestion(model, lojaId, 'access'),
    async () => (await findStores(database.system, model, [lojaId]))[0],
  )
