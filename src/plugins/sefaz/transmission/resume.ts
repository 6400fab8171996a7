import { createDurableQueue, type Queries, type Service, type StartWorker, startAreaWorker } from '../../../server/plugin.ts'
import type { Authority } from '../transport/authority.ts'
import { isResting } from './contingency.ts'
import type { SentDocument } from './sentDocument.ts'
import { type PendingTransmission, pendingTransmissions } from './transmissions.ts'
import { transmit } from './transmit.ts'

/** A store with documents that were stored, and may not be answered. */
interface StoreToServe {
  readonly lojaId: number
}

/** Sends stored messages, or asks for them, until the authority has decided: also after a restart, also by another server. */
const resumeQueue = createDurableQueue<StoreToServe>({
  name: 'sefaz',
  lease: 600,
  firstDelay: 15,
  longestDelay: 120,
})

/** Seconds that the call which stored a document has it for itself. */
const callsOwnTime = 60

/**
 * Notes that the store has something to send, as the last step of the transaction that stored it: one note that waits does for all that are stored
 * before it is taken.
 */
export const noteForResume = (q: Queries, lojaId: number, now: boolean): Promise<void> =>
  now ? resumeQueue.add(q, [{ lojaId }]) : resumeQueue.addOnce(q, { lojaId }, callsOwnTime)

/** The kinds of documents, by the line in which they wait. */
export type DocumentsByLine = Readonly<Record<PendingTransmission['line'], SentDocument>>

/** Works on the queue: the documents of a store in the order in which they were issued. */
export const resumeWorker = (authority: Authority, documents: DocumentsByLine): StartWorker =>
  startAreaWorker({
    queue: resumeQueue,
    run: ({ lojaId }, service) => sendPending(lojaId, service, authority, documents),
    every: 5000,
  })

/** Sends what of a store is pending, the oldest of each line first; who gets no answer comes again later. */
async function sendPending(lojaId: number, service: Service, authority: Authority, documents: DocumentsByLine): Promise<void> {
  const read = <T>(run: Parameters<typeof service.database.read<T>>[1]): Promise<T> =>
    service.database.read({ stores: [lojaId] }, run)
  const pending = await read(q => pendingTransmissions(q, lojaId))
  if (pending.length === 0) return
  const stopped = new Map<PendingTransmission['line'], Error>()
  if (await read(q => isResting(q, lojaId))) stopped.set('consumer', new Error('the tax authority did not answer a moment ago'))
  for (const { id, line } of pending) {
    if (stopped.has(line)) continue
    const { sent, failure, verdict } = await transmit({ service, authority }, documents[line], lojaId, id)
    const waits = sent?.estado === 'PENDENTE'
    if (failure) stopped.set(line, failure)
    else if (waits) stopped.set(line, new Error(verdict ? `the tax authority rests: ${verdict.cStat}` : 'somebody else has it'))
  }
  const [reason] = pending.flatMap(({ line }) => stopped.get(line) ?? [])
  if (reason) throw reason
}
