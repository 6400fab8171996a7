import type { FastifyInstance } from 'fastify'
import { watchLimits } from '../settings.ts'
import { beatSeconds } from './loopWatch.ts'
import { supervised } from './restart.ts'

/** The news of a server to the process above it: that it lives, and which calls are at hand. */
export interface Beat {
  readonly calls: readonly string[]
}

/** Calls that are told, the newest ones, and characters of each. */
const most = { calls: 30, characters: 200 }
/** Milliseconds between two messages about calls. */
const pause = 5

/**
 * Tells the process above, if there is one, that this one lives: regularly, and when a call comes, before it can hold up anything. So
 * whoever finds the server silent knows what ran. Of a call only method and path are told.
 */
export function startHeartbeat(app: FastifyInstance): void {
  const { send } = process
  if (!send || !process.env[supervised]) return
  const calls = new Map<string, string>()
  let isPlanned = false
  let last = 0
  const tell = (): void => {
    isPlanned = false
    last = performance.now()
    const beat: Beat = { calls: [...calls.values()].slice(-most.calls) }
    // A supervisor that is gone hears nothing: see `disconnect` in src/main/server.ts.
    if (process.connected) send.call(process, beat, () => undefined)
  }
  app.addHook('onRequest', (request, reply, done) => {
    // Of a caller who leaves too early no response ends it.
    reply.raw.once('close', () => calls.delete(request.id))
    calls.set(request.id, `${request.method} ${request.url.split('?')[0]}`.slice(0, most.characters))
    if (!isPlanned) {
      isPlanned = true
      if (performance.now() - last > pause) setImmediate(tell)
      else setTimeout(tell, pause)
    }
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    calls.delete(request.id)
    done()
  })
  app.addHook('onListen', done => {
    tell()
    setInterval(tell, beatSeconds(watchLimits()) * 1000).unref()
    done()
  })
}
