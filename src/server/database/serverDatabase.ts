import type { Database, Queries } from './queries.ts'

/** How a pool of connections stands. */
export interface PoolFigures {
  /** `stores`: those to the machines that have the stores, where rows are on several. */
  readonly pool: 'requests' | 'system' | 'stores'
  readonly open: number
  readonly idle: number
  /** Work that waits for a connection. */
  readonly waiting: number
}

/** The database with what only the server's own rooms may do. */
export interface ServerDatabase extends Database {
  /** Whether rows are spread over several machines by their store. */
  readonly distributed: boolean
  /** Address, for connections that live long (LISTEN, the lock of the data folder). */
  readonly url: string
  /** Statements prepared before the tables changed are forgotten. */
  tablesChanged(): void
  /** How its pools stand. */
  connections(): readonly PoolFigures[]
  /** One transaction as the tables' owner, outside row level security: migrations. */
  asOwner<T>(run: (q: Queries) => Promise<T>): Promise<T>
}
