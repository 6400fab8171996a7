import type { Model } from '../../model/model.ts'
import { findStores, type Store } from '../access/users.ts'
import type { Database } from '../database/queries.ts'
import { type RememberedQuestion, readRemembered } from './rememberedReads.ts'

/** Asks for something of a store's own record: the answer stands until that record changes, or some seconds. */
export const storeQuestion = (model: Model, lojaId: number, key: string): RememberedQuestion => {
  const registers = Object.values(model.registers).filter(({ scope }) => scope === 'self')
  return { lojaId, registers: registers.map(({ name }) => name), key: `store ${key}` }
}

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
