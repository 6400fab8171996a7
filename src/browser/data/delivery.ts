import { type How, isAway, queuePrefix, type Sent, send } from './attempt.ts'
import { storeId } from './identity.ts'
import { tellMissing } from './missing.ts'
import { keepEntry, queued } from './queue.ts'
import { whenReachable } from './reach.ts'
import { storedKeys } from './storage.ts'
import { newAction } from './undo.ts'

export type Outbox = typeof import('../work/outbox.ts')

let user = 0
/** Writes kept before the outbox was there: their order. */
let early = 0
let outbox: Outbox | undefined
let coming: Promise<Outbox> | undefined

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
  if (!outbox?.anyWaiting()) {
    try {
      return await send<T>(sent)
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }
  how.onQueued?.()
  // Its code may be as far away as the server: what was written must outlast the page all the same.
  if (!outbox) keepEntry(queued(sent, user, ++early))
  return (await whenLoaded()).put<T>(sent)
}

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
