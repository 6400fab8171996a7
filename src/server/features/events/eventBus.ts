import { randomUUID } from 'node:crypto'
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

/** An event with the name by which a listener that was away asks for what came after: the same at every server. */
export interface NamedEvent {
  readonly id: string
  readonly event: ServerEvent
}

export interface EventBus {
  /** The events after one, while they are remembered here; undefined where that one is not: the listener looks again. */
  since(id: string): readonly NamedEvent[] | undefined
  /** The last event, or the beginning of what is remembered. */
  lastId(): string

  /** Tells every server, this one too. */
  publish(event: ServerEvent): void
  /** Hears of everything until the returned function is called. */
  subscribe(subscriber: (event: ServerEvent, id: string) => void): () => void
  close(): Promise<void>
}

const channel = 'retaguarda'
/** PostgreSQL carries 8000 bytes; ids beyond that are left out, and listeners refresh everything. */
const maxIds = 300
/** Events that a server remembers for listeners who come back. */
const mostKept = 2000
/** Milliseconds for which events are gathered: a statement for each save would cost as much as the save. */
const batchDelay = 10

/** Events are lost in a crash anyway: their commit does not wait for the disk. */
const NOTIFY = `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, event) FROM unnest($2::text[]) event`

/** Events over LISTEN and NOTIFY. A lost connection is opened again; browsers fetch again what they missed meanwhile. */
export const openEventBus = async (url: string, q: Queries, log: Logger): Promise<EventBus> => {
  const subscribers = new Set<(event: ServerEvent, id: string) => void>()
  let kept: NamedEvent[] = []
  /** The name of the moment before the first event that is kept, where that moment had one. */
  let beginning: string | undefined = randomUUID()
  let closed = false
  let client: pg.Client | undefined

  const receive = (payload: string | undefined): void => {
    const { id, ...event } = JSON.parse(payload ?? '') as ServerEvent & { id: string }
    kept.push({ id, event })
    // Cut now and then: each time would copy them all.
    if (kept.length > 2 * mostKept) {
      kept = kept.slice(-mostKept)
      beginning = undefined
    }
    for (const subscriber of subscribers) subscriber(event, id)
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
        kept = []
        beginning = randomUUID()
        for (const subscriber of subscribers) subscriber({ kind: 'missed' }, '')
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
    const all = [...waiting].map(text => `{"id":"${randomUUID()}",${text.slice(1)}`)
    waiting.clear()
    q.query(NOTIFY, [channel, all]).catch(error => log.warn({ err: error }, 'events not published'))
  }

  await connect()
  return {
    since: id => {
      if (id === beginning) return kept
      const at = kept.findLastIndex(one => one.id === id)
      return at < 0 ? undefined : kept.slice(at + 1)
    },
    lastId: () => kept.at(-1)?.id ?? beginning ?? '',
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
  event.kind === 'change' && event.change.ids.length + (event.change.removed?.length ?? 0) > maxIds
    ? { ...event, change: { ...event.change, ids: [], removed: [] } }
    : event
