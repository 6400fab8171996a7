import { type How, isAway, queuePrefix, type Sent, send } from './attempt.ts'
import { storeId } from './identity.ts'
import { isLeaving, whenBack, whenLeaving } from './leaving.ts'
import { tellMissing } from './missing.ts'
import { dropEntry, keepEntry, queued } from './queue.ts'
import { whenReachable } from './reach.ts'
import { storedKeys } from './storage.ts'
import { newAction } from './undo.ts'

export type Outbox = typeof import('../work/outbox.ts')

let user = 0
/** Writes kept before the outbox was there: their order. */
let early = 0
let outbox: Outbox | undefined
let coming: Promise<Outbox> | undefined

/** Sent, and not answered yet: a page that goes writes them down. The next one sends them again, which does nothing twice. */
const underWay = new Map<string, Sent>()

const keep = (sent: Sent): void => keepEntry(queued(sent, user, ++early))

whenLeaving(() => {
  for (const sent of underWay.values()) keep(sent)
})

/** The code of the outbox; it comes when everything is calm, to be there when the network is not. */
export function loadOutbox(): Promise<Outbox> {
  coming ??= import('../work/outbox.ts').catch((error: unknown) => {
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
export function outboxOf(id: number): void {
  user = id
  if (outbox) outbox.startOutbox(id)
  else if (storedKeys(queuePrefix).length > 0) void whenLoaded()
}

/** Writes, waiting for the server when it is away: behind what waits already, in order, and once however often it is sent. */
export async function deliver<T>(
  register: string,
  method: Sent['method'],
  path: string,
  body: unknown,
  query: Sent['query'],
  how: How,
): Promise<T> {
  const pinned = storeIn(body) ? query : { lojaId: storeId(), ...query }
  const sent: Sent = {
    action: newAction(),
    ...how,
    key: newAction(),
    register,
    method,
    path,
    ...(body === undefined ? {} : { body }),
    ...(pinned ? { query: pinned } : {}),
  }
  if (isLeaving()) return lastly<T>(sent)
  if (!outbox?.anyWaiting()) {
    underWay.set(sent.key, sent)
    try {
      return await send<T>(sent)
    } catch (error) {
      if (!isAway(error)) throw error
      // The page that goes breaks its calls off: what it kept stays.
      if (isLeaving()) return afterReturn<T>(sent)
    } finally {
      underWay.delete(sent.key)
      if (!isLeaving()) dropEntry(sent.key)
    }
  }
  how.onQueued?.()
  // Its code may be as far away as the server: what was written must outlast the page all the same.
  if (!outbox) keep(sent)
  return (await whenLoaded()).put<T>(sent)
}

/** The page goes: it is kept, and sent at once where nothing has to be answered before it. */
function lastly<T>(sent: Sent): Promise<T> {
  keep(sent)
  if (underWay.size === 0 && !outbox?.anyWaiting()) void send(sent, true).catch(() => undefined)
  return afterReturn<T>(sent)
}

/** The answer, if the browser brings the page back as it was. */
const afterReturn = <T>(sent: Sent): Promise<T> =>
  new Promise((resolve, reject) => {
    whenBack(
      () =>
        void whenLoaded()
          .then(found => found.put<T>(sent))
          .then(resolve, reject),
    )
  })

const storeIn = (body: unknown): boolean => typeof body === 'object' && body !== null && 'lojaId' in body

async function whenLoaded(): Promise<Outbox> {
  for (let attempt = 1; ; attempt += 1) {
    if (!coming) await whenReachable()
    try {
      return await loadOutbox()
    } catch {
      // A server answers, but this browser does not ask it again: what waits is kept, and sent after a reload.
      if (attempt === 3) tellMissing()
      await new Promise(resolve => setTimeout(resolve, 1_000))
    }
  }
}
