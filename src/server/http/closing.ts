import { setTimeout as after } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { drainNotice } from '../settings.ts'

/** Milliseconds in which those that use their connection again are told that it ends. */
const NOTICE = 1000
/** Milliseconds that running requests have to end. */
const DRAIN = 10_000

const closing = new WeakSet<FastifyInstance>()

export const isClosing = (app: FastifyInstance): boolean => closing.has(app)

/** Every reply of a server that closes ends its connection: a request sent over it later would be lost on the way. */
export const endConnectionsWhenClosing = (app: FastifyInstance): void => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing.has(app)) reply.header('connection', 'close')
    done()
  })
}

/**
 * Closes in good order: /readyz says so and replies end their connections, for a moment; then no new requests, and the running ones
 * finish.
 */
export const closeInOrder = async (app: FastifyInstance, notice = drainNotice()): Promise<void> => {
  closing.add(app)
  await after(notice)
  await lastRequests(app)
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN)
  // Browsers keep connections open after the last reply on them.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearTimeout(late)
  clearInterval(idle)
}

/** Until nobody is connected any more, or the notice is over. */
async function lastRequests({ server }: FastifyInstance): Promise<void> {
  const until = performance.now() + NOTICE
  while (performance.now() < until) {
    const open = await new Promise<number>(done => server.getConnections((_error, count) => done(count ?? 0)))
    if (open === 0) return
    await after(20)
  }
}
