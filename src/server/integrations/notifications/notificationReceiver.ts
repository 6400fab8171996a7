import type { Logger } from 'pino'
import type { Model } from '../../../model/model.ts'
import type { RegisterChange } from '../../access/registerChange.ts'
import type { Database, Queries } from '../../database/queries.ts'

/** A notification as it arrived, before anybody believes it. */
export interface ArrivedNotification {
  /** The last step of the address, where the partner was given one: `POST /api/notificacoes/<name>/<key>`. */
  readonly key: string | undefined
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Readonly<Record<string, unknown>>
  /** The very bytes, which signatures are made over. */
  readonly body: Buffer
}

/** The services for admitting. It calls no service outside: the sender of the notification waits for the answer. */
export interface AdmissionContext {
  readonly model: Model
  readonly dataDir: string
  readonly database: Pick<Database, 'read'>
  /** These fields of the record by which the store has installed the partner, its secrets opened; undefined where it has none. */
  installed(register: string, lojaId: number, fields: readonly string[]): Promise<Readonly<Record<string, unknown>> | undefined>
}

/** A notification that its sender has proved, or one that nobody here can have proved: that of an unknown installation. */
export interface AdmittedNotification<T> {
  /** Names it among those of the partner, the same at every repetition: 1 to 200 characters. */
  readonly id: string
  /** Its subject, in the partner's word: `order.paid`. */
  readonly kind: string
  /** Its addressee, in the partner's words, as administrators read it. */
  readonly account: string
  /** The store that has this installation; undefined where none has. */
  readonly lojaId: number | undefined
  /** The facts that handling needs and no more, as JSON: ids to ask the partner by, no card, no name, no secret. */
  readonly content: T
}

/** The store for which a notification is handled: nothing of another is in reach. */
export interface NotificationStore {
  readonly lojaId: number
  readonly model: Model
  readonly dataDir: string
  readonly log: Logger
  read<R>(run: (q: Queries) => Promise<R>): Promise<R>
  /** One transaction. */
  write<R>(run: (q: Queries) => Promise<R>): Promise<R>
  publish(change: RegisterChange): void
}

/**
 * How a partner notifies: `POST /api/notificacoes/<name>`, or with a key as the last step. The server keeps what is admitted before it answers,
 * takes each id once, and has it handled beside the calls.
 */
export interface NotificationReceiver<T = unknown> {
  /** Step of the address and name of its queue. */
  readonly name: string
  /** The partner as people know it. */
  readonly partner: string
  /** Most bytes of a body: 64 KB unless told. */
  readonly largest?: number
  /** Reads it and checks its signature; undefined where that is wrong (401, nothing is kept). What cannot be read throws ApiError 400. */
  admit(arrived: ArrivedNotification, context: AdmissionContext): Promise<AdmittedNotification<T> | undefined>
  /**
   * Handles it, at least once and in any order: what it brings about comes from asking the partner how things stand now, or from comparing moments,
   * so that an older notification never overwrites a newer state. What it throws puts it off, for about a day.
   */
  handle(notification: HandledNotification<T>, store: NotificationStore): Promise<void>
}

export interface HandledNotification<T> {
  readonly id: string
  readonly kind: string
  readonly content: T
}

/** Declares how a partner notifies; `T` is the content that its notifications are kept with. */
export const notificationReceiver = <T>(declared: NotificationReceiver<T>): NotificationReceiver =>
  declared as NotificationReceiver<unknown>
