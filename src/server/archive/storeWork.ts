import pg from 'pg'
import { clientQueries } from '../backup/clientQueries.ts'
import { distributedSession, oneByOne } from '../database/distributed.ts'
import type { Queries } from '../database/queries.ts'
import type { ServerDatabase } from '../database/serverDatabase.ts'
import { sessionAt } from '../database/sessionAt.ts'

/** Work on the rows of one store at a time, in transactions of its own. */
export interface StoreWork {
  /** Reads as of one moment. */
  read<T>(lojaId: number, run: (q: Queries, client: pg.Client) => Promise<T>): Promise<T>
  /** Writes, whole or not at all. */
  write<T>(lojaId: number, run: (q: Queries, client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens a connection as the tables' owner that sees nothing but the rows of the store at hand, and takes as long as it takes. */
export async function openStoreWork({ url, distributed }: Pick<ServerDatabase, 'url' | 'distributed'>): Promise<StoreWork> {
  const client = new pg.Client(sessionAt(url, `-c statement_timeout=0${distributed ? ` ${distributedSession}` : ''}`))
  await client.connect()
  const mode = distributed ? [oneByOne] : []
  const within = async <T>(
    begin: readonly string[],
    lojaId: number,
    run: (q: Queries, client: pg.Client) => Promise<T>,
  ): Promise<T> => {
    // One by one: where rows are on several machines, each gets the whole text that a setting came in.
    for (const each of [
      ...begin,
      `SET LOCAL app.store = '${lojaId}'`,
      `SET LOCAL timezone = 'UTC'`,
      `SET LOCAL datestyle = 'ISO'`,
    ])
      await client.query(each)
    try {
      const result = await run(clientQueries(client), client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }
  return {
    read: (lojaId, run) => within(['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'], lojaId, run),
    write: (lojaId, run) => within(['BEGIN', ...mode], lojaId, run),
    close: () => client.end(),
  }
}
