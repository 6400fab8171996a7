import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { RegisterChange } from '../../access/registerChange.ts'
import type { Queries } from '../../database/queries.ts'

/** The news that servers of one database tell each other. */
export type ServerEvent =
  | { readonly kind: 'change'; readonly change: RegisterChange }
  /** The definitions changed. */
  | { readonly kind: 'model'; readonly hash: string }
  /** A session ended: its hash. */
  | { readonly kind: 'session'; readonly token: string }
  /** The notices of these people changed. */
  | { readonly kind: 'notices'; readonly userIds: readonly number[] }
  /** Of this server alone: it was deaf for a while, and whatever is remembered may be wrong. */
  | { readonly kind: 'missed' }

export interface EventBus {
  /** Tells every server, this one too. */
  publish(event: ServerEvent): void
  /** Hears of everything until the returned function is called. */
  subscribe(subscriber: (event: ServerEvent) => void): () => void
  close(): Promise<void>
}

const channel = 'retaguarda'
/** PostgreSQL carries 8000 bytes; ids beyond that are left out, and listeners refresh everything. */
const maxIds = 300
/** Milliseconds for which events are gathered: a statement for each save would cost as much as the save. */
const batchDelay = 10

/** Events are lost in a crash anyway: their commit does not wait for the disk. */
const NOTIFY = `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, event) FROM unnest($2::text[]) event`

/** Events over LISTEN and NOTIFY. A lost connection is opened again; browsers fetch again what they missed meanwhile. */
export const openEventBus = async (url: string, q: Queries, log: Logger): Promise<EventBus> => {
  const subscribers = new Set<(event: ServerEvent) => void>()
  let closed = false
  let client: pg.Client | undefined

  const receive = (payload: string | undefined): void => {
    const event = JSON.parse(payload ?? '') as ServerEvent
    for (const subscriber of subscribers) subscriber(event)
  }
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    fresh.on('notification', message => receive(message.payload))
    fresh.on('error', error => log.warn({ err: error }, 'live connection lost'))
    fresh.on('end', () => {
      if (client === fresh) void reconnect()
    })
    await fresh.connect()
    await fresh.query(`LISTEN ${channel}`)
    client = fresh
  }
  const reconnect = async (): Promise<void> => {
    client = undefined
    for (let pause = 250; !closed; pause = Math.min(pause * 2, 10_000)) {
      await wait(pause, undefined, { ref: false })
      try {
        if (closed) return
        await connect()
        for (const subscriber of subscribers) subscriber({ kind: 'missed' })
        return
      } catch {
        // The database is down: tried again.
      }
    }
  }

  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const publishAll = (): void => {
    timer = undefined
    const all = [...waiting]
    waiting.clear()
    q.query(NOTIFY, [channel, all]).catch(error => log.warn({ err: error }, 'events not published'))
  }

  await connect()
  return {
    publish: event => {
      waiting.add(JSON.stringify(shortened(event)))
      timer ??= setTimeout(publishAll, batchDelay)
    },
    subscribe: subscriber => {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end()
    },
  }
}

const shortened = (event: ServerEvent): ServerEvent =>
  event.kind === 'change' && event.change.ids.length > maxIds ? { ...event, change: { ...event.change, ids: [] } } : event
