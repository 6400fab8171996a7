import type { Queries } from '../database/queries.ts'
import { storeCaller } from '../query/remembered/storeCaller.ts'
import { startQueueWorker } from '../queue/queueWorker.ts'
import type { QueueWorker } from '../queue/rounds.ts'
import type { Service } from '../service.ts'
import type { WriteContext } from '../write/unitOfWork.ts'
import { reactionQueue } from './reactionOutbox.ts'

export interface ReactionWorkerOptions {
  readonly q: Queries
  readonly service: Service
}

/** Does what follows from transactions that stand. */
export const startReactionWorker = ({ q, service }: ReactionWorkerOptions): QueueWorker =>
  startQueueWorker({
    queue: reactionQueue,
    q,
    log: service.log,
    async run({ reaction, payload }, id) {
      const following = service.reactions.find(one => one.id === reaction)
      if (!following?.committed) throw new Error(`No area has the reaction "${reaction}"`)
      await following.committed(payload, {
        ...service,
        id,
        writingIn: (lojaId: number, userId?: number) => writingIn(service, id, lojaId, userId),
      })
    },
    failureOf: error => ({ why: error instanceof Error ? error.message : String(error), forever: false, log: { err: error } }),
  })

async function writingIn(service: Service, requestId: string, lojaId: number, userId?: number): Promise<WriteContext> {
  const model = service.model()
  return { service, model, caller: await storeCaller(service.database, model, { lojaId, userId, requestId }) }
}
