import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Queries, RegisterChange } from '../../access/caller.ts'

/** What servers of one database tell each other. */
export type ServerEvent =
  | { readonly kind: 'change'; readonly change: RegisterChange }
  /** The definitions changed. */
  | { readonly kind: 'model'; readonly hash: string }
  /** A session ended: its hash. */
  | { readonly kind: 'session'; readonly token: string }

export interface EventBus {
  /** Tells every server, this one too. */
  tell(news: ServerEvent): void
  /** Hears of everything until the returned function is called. */
  listen(hear: (news: ServerEvent) => void): () => void
  close(): Promise<void>
}

const channel = 'retaguarda'
/** PostgreSQL carries 8000 bytes; ids beyond that are left out, and listeners refresh everything. */
const mostIds = 300
/** Milliseconds for which news are gathered: a statement for each save would cost as much as the save. */
const patience = 10

/** News are gone with a crash anyway: their commit does not wait for the disk. */
const TELL = `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, news) FROM unnest($2::text[]) news`

/** News over LISTEN and NOTIFY. A broken connection is made anew; what was missed meanwhile, browsers refetch. */
export const openEventBus = async (url: string, q: Queries, log: Logger): Promise<EventBus> => {
  const ears = new Set<(news: ServerEvent) => void>()
  let closed = false
  let client: pg.Client | undefined

  const hear = (payload: string | undefined): void => {
    const news = JSON.parse(payload ?? '') as ServerEvent
    for (const ear of ears) ear(news)
  }
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    fresh.on('notification', message => hear(message.payload))
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
        if (!closed) return await connect()
      } catch {
        // The database is down: tried again.
      }
    }
  }

  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tellAll = (): void => {
    timer = undefined
    const all = [...waiting]
    waiting.clear()
    q.query(TELL, [channel, all]).catch(error => log.warn({ err: error }, 'news not told'))
  }

  await connect()
  return {
    tell: news => {
      waiting.add(JSON.stringify(shortened(news)))
      timer ??= setTimeout(tellAll, patience)
    },
    listen: ear => {
      ears.add(ear)
      return () => void ears.delete(ear)
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

const shortened = (news: ServerEvent): ServerEvent =>
  news.kind === 'change' && news.change.ids.length > mostIds ? { ...news, change: { ...news.change, ids: [] } } : news
