import pg from 'pg'

/** Runs SQL. Placeholders are `$1`, `$2`. */
export interface Queries {
  /** Whether rows are on several machines, by their store: a statement that writes gives back nothing of other rows than its own. */
  readonly spread?: boolean
  /**
   * `name` prepares the statement under that name. Without a name, short statements that repeat are prepared by themselves;
   * an empty name forbids that (reports: a generic plan makes them slower).
   */
  query<R extends object = Record<string, unknown>>(
    text: string,
    params?: readonly unknown[],
    name?: string,
  ): Promise<{ rows: R[]; rowCount: number }>
  /** Gives each row to `rows` as the database sends it, and makes no records. Absent where that is not to be had. */
  queryInto?(rows: RowTaker, text: string, params?: readonly unknown[], name?: string): Promise<void>
}

/**
 * A row as PostgreSQL sends it: two bytes tell how many values there are; of each, four bytes its length, -1 when it is missing, and then its
 * text. It stands there until the next one comes.
 */
export interface SentRow {
  readonly bytes: Buffer
  /** Where it begins. */
  readonly start: number
  /** No more bytes than these. */
  readonly length: number
}

/** Takes rows as they are sent. `parsers` make of a value's text what a record would hold. */
export interface RowTaker {
  take(row: SentRow, parsers: readonly ((text: string) => unknown)[]): void
}

/** A statement for a transaction whose end need not wait for the disk: a crash of the database may take it back. */
export const lazyCommit = 'SET LOCAL synchronous_commit = off'

/** Whether two transactions waited for each other, or one changed what the other had read: neither is wrong, and again it works. */
export const isCollision = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/** The stores whose rows a piece of work may touch. Row level security holds it to that, whatever the SQL says. */
export type StoreScope = { readonly stores: readonly number[] } | 'all'

export interface SnapshotLimits {
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** The database as routes and operations see it. */
export interface Database {
  /** Work that only reads: each query stands alone, no transaction. With `limits` it is ended after their time, or by their signal. */
  read<T>(scope: StoreScope, run: (q: Queries) => Promise<T>, limits?: SnapshotLimits): Promise<T>
  /**
   * Work that reads long: all of it sees one moment, nothing may write, no statement runs longer than `limits` say, and the
   * signal ends it.
   */
  readSnapshot<T>(scope: StoreScope, limits: SnapshotLimits, run: (q: Queries) => Promise<T>): Promise<T>
  /** Work that writes: one transaction, rolled back when `run` throws. */
  write<T>(scope: StoreScope, run: (q: Queries) => Promise<T>): Promise<T>
  /** The schema `system` and maintenance, outside row level security. Not for a store's data. */
  readonly system: Queries
  close(): Promise<void>
}
