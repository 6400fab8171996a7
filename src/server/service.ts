import type { Logger } from 'pino'
import type { Model } from '../model/model.ts'
import type { QuotaCounter } from './access/quotaCounter.ts'
import type { RegisterChange } from './access/registerChange.ts'
import type { Database, Queries } from './database/queries.ts'
import type { ReactionPhases } from './domainEvent.ts'
import type { EffectPhases } from './effectPhases.ts'
import type { Offer } from './port.ts'
import type { FileStorage } from './storage/fileStorage.ts'

/** A record that a transaction saved, for who looks at it once that stands. */
export interface NotedChange {
  readonly register: string
  /** null for a global register. */
  readonly lojaId: number | null
  readonly id: string
  /** Changed, unless it says otherwise. */
  readonly as?: 'made' | 'removed' | undefined
  /** The ways of its choices that it took, where that is known. */
  readonly ways?: readonly string[] | undefined
  /** The record before, where it is at hand. */
  readonly before?: Readonly<Record<string, unknown>> | undefined
  /** The record's own fields as the change leaves them, where whoever makes it knows them. */
  readonly after?: Readonly<Record<string, unknown>> | undefined
}

/** The deed of a transaction, for who has to do something because of it. */
export interface NotedDeed {
  readonly changes: readonly NotedChange[]
  /** Time zone of the store. */
  readonly zone: string
  readonly user: { readonly id: number; readonly email: string; readonly name: string }
  /** The action that it belongs to, which may be undone. */
  readonly action: string
  /** An import, an undo, or a change of many records at once. */
  readonly isBulk: boolean
  /** The automations because of which it happens, the first one first. */
  readonly chain: readonly string[]
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
  /**
   * Notes what a transaction saved where people may have to be told of it, as part of that transaction; tells whether there is anything. Whoever commits
   * it says so (`wakeNoticeWorker`).
   */
  noteChanges?(q: Queries, changes: readonly NotedChange[], zone: string): Promise<boolean> | undefined
  /** Notes what a transaction changed where automations listen, and waits until that is sent; undefined where none does. Tells whether there is anything. */
  noteEvents?(q: Queries, deed: NotedDeed): Promise<boolean> | undefined
  /** Says that automations may have to start, or that steps of some are to be done. */
  wakeAutomations?(what: 'starts' | 'steps'): void
  /** Says that there are saves to look at. */
  wakeNoticeWorker?(): void
  /** Says that there are notices to push. */
  wakePushWorker?(): void
  /** Tells the browsers of these people that their notices changed. */
  tellNotices?(userIds: readonly number[]): void
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
