import type { Model } from '../../../model/model.ts'
import { nameAuthor } from '../../access/apiKeys.ts'
import type { Caller } from '../../access/caller.ts'
import { storeCaller } from '../../query/remembered/storeCaller.ts'
import type { Service } from '../../service.ts'

/** Above every number of a key: authors of both are told apart by their numbers. */
const FIRST = 1_000_000_000_000

/** An automation as the author of what it writes in a store: history names it, and it is the server's own work otherwise. */
export async function automationCaller(
  service: Pick<Service, 'database'>,
  model: Model,
  lojaId: number,
  { id, automation }: { readonly id: number; readonly automation: string },
): Promise<Caller> {
  const { system } = service.database
  const name = `Automação: ${model.automations[automation]?.title ?? automation}`
  const userId = await nameAuthor(system, lojaId, FIRST + id, name)
  const caller = await storeCaller(service.database, model, { lojaId, userId, requestId: `automation ${automation}` })
  return { ...caller, name, key: { name, giverId: 0 } }
}
