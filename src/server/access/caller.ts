import type { Logger } from 'pino'
import type { Permission } from '../../model/access/gate.ts'
import type { Model, Rights } from '../../model/model.ts'
import type { ReactionPhases } from '../domainEvent.ts'
import type { EffectPhases } from '../effectPhases.ts'
import type { Offer } from '../port.ts'
import type { FileStorage } from '../storage/fileStorage.ts'
import type { QuotaCounter } from './quotaCounter.ts'

/** The user who makes a request, in which store, and what they may do there: everything that access needs to know about a request. */
export interface Caller {
  readonly userId: number
  readonly email: string
  readonly name: string
  /** Platform administrator: reaches every store. */
  readonly admin: boolean
  readonly permission: Permission
  /** Every gate of the Model, answered for this caller in this store. */
  readonly rights: Rights
  /** The store the call is for; null when the call concerns none. */
  readonly storeId: number | null
  /** Stores the caller may reach; an administrator's list is that of all stores. */
  readonly stores: readonly number[]
  /** Time zone of the store. */
  readonly zone: string
  readonly requestId: string
  /** Hash of the session's token: names the session without giving it away. */
  readonly session: string
}

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

/** The stores whose rows a piece of work may touch. Row level security holds it to that, whatever the SQL says. */
export type StoreScope = { readonly stores: readonly number[] } | 'all'

export interface SnapshotLimits {
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** The database as routes and operations see it. */
export interface Database {
  /** Work that only reads: each query stands alone, no transaction. */
  read<T>(scope: StoreScope, run: (q: Queries) => Promise<T>): Promise<T>
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

/** Rows of a register changed: other browsers of the store refresh. */
export interface RegisterChange {
  readonly register: string
  /** null for a global register. */
  readonly lojaId: number | null
  readonly ids: readonly string[]
  /** The tab that wrote (header X-Origin), which knows already. */
  readonly origin?: string
}

/** The services of the server for routes, effects and operations. */
export interface Service {
  /** The Model in force; ask anew on each request, since definitions may change while the server runs. */
  model(): Model
  readonly database: Database
  readonly log: Logger
  readonly dataDir: string
  /** Where pictures and attachments live. */
  readonly files: FileStorage
  /** Tells every browser that may see it. Call after the transaction. */
  publish(change: RegisterChange): void
  /** Hears of every change, those made through other servers included: what is remembered may be out of date. */
  subscribe?(listener: (change: RegisterChange) => void): void
  /** There while all work is part of one larger transaction: runs the step once that stands. */
  afterCommit?(step: () => Promise<void>): void
  /** Business that definitions name, by that name: see `Effect`. */
  readonly effects: Readonly<Record<string, EffectPhases>>
  /** The reactions of areas to events of others, in order. */
  readonly reactions: readonly ReactionPhases[]
  /** Says that there are reactions to do. */
  wakeReactionWorker?(): void
  /** The services of integrations for the areas: see `port`. */
  readonly offers: readonly Offer[]
  /** Whether mails leave by a mail server; without one they are files for whoever runs the installation. */
  readonly sendsMail?: boolean
  /** Tells every server that a session is over, by the hash of its token: what was remembered of it is forgotten, its event streams end. */
  sessionEnded?(token: string): void
  /** Says that a mail was put into the outbox. */
  wakeMailWorker?(): void
  /** The counts of what stores and people use up; absent where no quota holds. */
  readonly quotas?: QuotaCounter | undefined
  /** The receivers of partners' notifications: the queue of each by its name, and how to wake it. */
  readonly receivers?: readonly { readonly partner: string; readonly name: string; wake(): void }[]
}
