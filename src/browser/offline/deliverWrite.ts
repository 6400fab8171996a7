import { importCode } from '../../controls/codeOnDemand.ts'
import { storeId } from '../data/identity.ts'
import { isPageHiding, onPageHide, onPageRestore } from '../data/pageLifecycle.ts'
import { newActionId } from '../data/requestUndo.ts'
import { waitForServer } from '../data/serverReachability.ts'
import { storageKeys } from '../data/storage.ts'
import { reportChunkLoadError } from '../ui/chunkLoadError.ts'
import { deleteStoredOutboxEntry, storeOutboxEntry, toOutboxEntry } from './outboxEntry.ts'
import { isRetryable, outboxKeyPrefix, sendWrite, type WriteOptions, type WriteRequest } from './writeRequest.ts'

export type OutboxModule = typeof import('./outbox.ts')

let user = 0
/** Writes kept before the outbox was there: their order. */
let early = 0
let outbox: OutboxModule | undefined
let coming: Promise<OutboxModule> | undefined

/** Sent, and not answered yet: a page that goes writes them down. The next one sends them again, which does nothing twice. */
const underWay = new Map<string, WriteRequest>()

const keep = (sent: WriteRequest): void => storeOutboxEntry(toOutboxEntry(sent, user, ++early))

onPageHide(() => {
  for (const sent of underWay.values()) keep(sent)
})

/** The code of the outbox; it comes when everything is calm, to be there when the network is not. */
export function loadOutbox(): Promise<OutboxModule> {
  coming ??= importCode(() => import('./outbox.ts')).catch((error: unknown) => {
    coming = undefined
    throw error
  })
  return coming.then(found => {
    if (!outbox) found.startOutbox(user)
    outbox = found
    return found
  })
}

/** The user is known: what was left behind by a closed tab is sent. */
export function setOutboxUser(id: number): void {
  user = id
  if (outbox) outbox.startOutbox(id)
  else if (storageKeys(outboxKeyPrefix).length > 0) void whenLoaded()
}

/** Writes, waiting for the server when it is away: behind what waits already, in order, and once however often it is sent. */
export async function deliverWrite<T>(
  register: string,
  method: WriteRequest['method'],
  path: string,
  body: unknown,
  query: WriteRequest['query'],
  how: WriteOptions,
): Promise<T> {
  const pinned = storeIn(body) ? query : { lojaId: storeId(), ...query }
  const sent: WriteRequest = {
    action: newActionId(),
    ...how,
    key: newActionId(),
    register,
    method,
    path,
    ...(body === undefined ? {} : { body }),
    ...(pinned ? { query: pinned } : {}),
  }
  if (isPageHiding()) return lastly<T>(sent)
  if (!outbox?.hasWaitingWrites()) {
    underWay.set(sent.key, sent)
    try {
      return await sendWrite<T>(sent)
    } catch (error) {
      if (!isRetryable(error)) throw error
      // The page that goes breaks its calls off: what it kept stays.
      if (isPageHiding()) return afterReturn<T>(sent)
    } finally {
      underWay.delete(sent.key)
      if (!isPageHiding()) deleteStoredOutboxEntry(sent.key)
    }
  }
  how.onQueued?.()
  // Its code may be as far away as the server: what was written must outlast the page all the same.
  if (!outbox) keep(sent)
  return (await whenLoaded()).enqueueWrite<T>(sent)
}

/** The page goes: it is kept, and sent at once where nothing has to be answered before it. */
function lastly<T>(sent: WriteRequest): Promise<T> {
  keep(sent)
  if (underWay.size === 0 && !outbox?.hasWaitingWrites()) void sendWrite(sent, true).catch(() => undefined)
  return afterReturn<T>(sent)
}

/** The answer, if the browser brings the page back as it was. */
const afterReturn = <T>(sent: WriteRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    onPageRestore(
      () =>
        void whenLoaded()
          .then(found => found.enqueueWrite<T>(sent))
          .then(resolve, reject),
    )
  })

const storeIn = (body: unknown): boolean => typeof body === 'object' && body !== null && 'lojaId' in body

async function whenLoaded(): Promise<OutboxModule> {
  for (let attempt = 1; ; attempt += 1) {
    if (!coming) await waitForServer()
    try {
      return await loadOutbox()
    } catch {
      // A server answers, but this browser does not ask it again: what waits is kept, and sent after a reload.
      if (attempt === 3) reportChunkLoadError()
      await new Promise(resolve => setTimeout(resolve, 1_000))
    }
  }
}
