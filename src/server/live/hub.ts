import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Change, Queries } from '../caller.ts'

/** What servers of one database tell each other. */
export type News =
  | { readonly kind: 'change'; readonly change: Change }
  /** The definitions changed. */
  | { readonly kind: 'model'; readonly hash: string }
  /** A session ended: its hash. */
  | { readonly kind: 'session'; readonly token: string }

export interface Hub {
  /** Tells every server, this one too. */
  tell(news: News): void
  /** Hears of everything until the returned function is called. */
  listen(hear: (news: News) => void): () => void
  close(): Promise<void>
}

const channel = 'retaguarda'
/** PostgreSQL carries 8000 bytes; ids beyond that are left out, and listeners refresh everything. */
const mostIds = 300

/** News over LISTEN and NOTIFY. A broken connection is made anew; what was missed meanwhile, browsers refetch. */
export const openHub = async (url: string, q: Queries, log: Logger): Promise<Hub> => {
  const ears = new Set<(news: News) => void>()
  let closed = false
  let client: pg.Client | undefined

  const hear = (payload: string | undefined): void => {
    const news = JSON.parse(payload ?? '') as News
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

  await connect()
  return {
    tell: news => {
      q.query('SELECT pg_notify($1, $2)', [channel, JSON.stringify(shortened(news))]).catch(error =>
        log.warn({ err: error }, 'news not told'),
      )
    },
    listen: ear => {
      ears.add(ear)
      return () => void ears.delete(ear)
    },
    close: async () => {
      closed = true
      const last = client
      client = undefined
      await last?.end()
    },
  }
}

const shortened = (news: News): News =>
  news.kind === 'change' && news.change.ids.length > mostIds ? { ...news, change: { ...news.change, ids: [] } } : news
