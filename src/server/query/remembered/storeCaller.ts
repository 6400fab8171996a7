import type { Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import { visitorOf } from '../../access/visitor.ts'
import type { Database } from '../../database/queries.ts'
import { rememberedStore } from './rememberedStore.ts'

/** The deed that a work follows from, and its store. */
export interface FollowedDeed {
  readonly lojaId: number
  /** The person that the history names; nobody where it is not known. */
  readonly userId?: number | undefined
  readonly requestId: string
}

/** Returns the server itself as a caller of a store: it passes no gate of its own, and what it writes is asked for none (`byServer`). */
export async function storeCaller(
  database: Pick<Database, 'read' | 'system'>,
  model: Model,
  { lojaId, userId = 0, requestId }: FollowedDeed,
): Promise<Caller> {
  const nobody = visitorOf(model, requestId)
  const store = await rememberedStore(database, model, lojaId)
  return { ...nobody, userId, storeId: lojaId, stores: [lojaId], zone: store?.zone ?? nobody.zone }
}
