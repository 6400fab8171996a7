import { CallError, call, type Method } from '../data/api.ts'

/** How a write is to be done, beyond what is written. */
export interface WriteOptions {
  /** Id of the action it belongs to (X-Action): what "Desfazer" takes back. */
  readonly action?: string
  /** Its record, for the person: 'Guaraná'. */
  readonly title?: string
  /** Address of the form that it comes from, and the key of its draft: a refused save goes back there. */
  readonly page?: string
  readonly draft?: string
  /** Tells whether somebody still waits for the answer; a refusal that nobody hears is kept. */
  isAwaited?(): boolean
  /** The server does not answer: it waits in the outbox. */
  onQueued?(): void
}

/** A write as it is sent, and sent again: always with the same key, so that it is done once. */
export interface WriteRequest extends WriteOptions {
  readonly key: string
  readonly action: string
  readonly register: string
  readonly method: Exclude<Method, 'GET'>
  readonly path: string
  readonly body?: unknown
  readonly query?: Readonly<Record<string, unknown>>
}

/** Prefix of the saves that are kept in this browser until the server has answered them. */
export const outboxKeyPrefix = 'fila:'

/** One try; it may outlast the page. */
export const sendWrite = async <T>({ method, path, body, query, key, action }: WriteRequest, keepalive = false): Promise<T> =>
  (
    await call<T>(method, path, {
      headers: { 'Idempotency-Key': key },
      action,
      ...(keepalive ? { keepalive } : {}),
      ...(body === undefined ? {} : { body }),
      ...(query ? { query } : {}),
    })
  ).data

/** No answer, or the first try is still at work: the same again, later. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.code === 'in-progress')
