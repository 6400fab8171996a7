import type { ErrorDetail, ErrorReply } from '../../api/error.ts'
import { saveEnded, saveStarted, setConnection } from './connectionStatus.ts'
import { dropFirstReplies, takeFirstReply } from './first/firstCalls.ts'
import { storeId, tabId, token } from './identity.ts'
import { firstEvent } from './live/firstEvent.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface CallOptions {
  /** Objects and lists are sent as JSON; undefined is left out. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** Leaves a 401 or 403 to the caller in place of logging out: login, and the session's own loading. */
  readonly keepSession?: boolean
  /** Fails at once when the server does not answer; other GETs are tried again until it does. */
  readonly noRetry?: boolean
  /** A POST that changes no record: its body is too long for an address, or it keeps how things are shown. */
  readonly isRead?: boolean
  /** The action that a write belongs to, a uuid: what shares it is undone as one. */
  readonly action?: string | undefined
  /** Sent though the page goes. */
  readonly keepalive?: boolean
}

export interface Reply<T> {
  readonly data: T
  /** Header content-count: rows of a list without its limit. */
  readonly count?: number
  /** Header content-match: none of the rows holds all that was searched for. */
  readonly like?: boolean
}

/** A call that failed: the server's message where it gave one. Status 0 means that it did not answer. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly body: unknown

  constructor(status: number, code: string, message: string, details: readonly ErrorDetail[] = [], body?: unknown) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.details = details
    this.body = body
  }
}

/** The server did not answer. */
export const connectionError = (): CallError => new CallError(0, 'connection-down', 'Sem conexão com o servidor. Tente de novo.')

/** The words for a refusal that has none of the server's own, such as a proxy's. */
export const unexplained = ({ status }: Pick<Response, 'status'>): string => `Erro ${status} do servidor. Tente de novo.`

/** Tells whether a reply says that the server behind it is away. */
export const isGatewayError = ({ status }: Pick<Response, 'status'>): boolean => status >= 502 && status <= 504

let closed: string | undefined

/** Lets nothing be written, for this reason: while somebody looks at the pages as another would see them. */
export const blockWrites = (reason: string | undefined): void => {
  closed = reason
}

let refused: ((error: CallError) => void) | undefined

/** Sets the reaction to a refused call (401, 403), which ends the session, until the session takes it back. */
export function onSessionExpired(act: (error: CallError) => void): () => void {
  refused = act
  return () => {
    if (refused === act) refused = undefined
  }
}

/** How somebody is asked to prove anew who they are: `ask` is the page's, while there is one. */
export const identityProof: { ask?: (() => Promise<boolean>) | undefined } = {}

/** Tells whether a refusal asks for a proof, and the person gave it: then the call may be made again. */
export const isProved = async (code: string): Promise<boolean> =>
  code === 'identity-needed' && (await identityProof.ask?.()) === true

/**
 * Calls the API. The chosen store goes along as `lojaId` unless the query or the body names one.
 * A GET waits for a server that is away; anything else fails at once, since it may have been done.
 */
export async function call<T = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<Reply<T>> {
  const saving = method !== 'GET' && !options.isRead
  if (saving && closed !== undefined && !options.keepSession) throw new CallError(423, 'preview', closed)
  if (saving) saveStarted()
  let well = false
  try {
    for (let attempt = 0; ; attempt += 1) {
      const key = token()
      const sent = await send(method, path, options, key)
      const response =
        sent?.status === 428
          ? await (await import('./proveWork.ts')).sendProved(sent, proof =>
              send(method, path, { ...options, headers: { ...options.headers, ...proof } }, key),
            )
          : sent
      if (response) {
        const reply = await read<T>(response, options, key).catch(async (error: unknown) => {
          if (error instanceof CallError && (await isProved(error.code))) return undefined
          throw error
        })
        if (!reply) continue
        well = true
        return reply
      }
      if (saving || options.noRetry) throw connectionError()
      await pause(Math.min(15_000, 500 * 2 ** attempt), options.signal)
    }
  } finally {
    if (saving) saveEnded(well)
  }
}

/** The response, or nothing when there was no server to give one. */
async function send(
  method: Method,
  path: string,
  { query, body, signal, action, keepalive = false, headers: more, isRead = false }: CallOptions,
  key: string | undefined,
): Promise<Response | undefined> {
  const reads = method === 'GET' || isRead
  if (!reads) dropFirstReplies()
  const headers: Record<string, string> = { 'X-Origin': tabId, ...more }
  if (key) headers.Authorization = key
  if (action) headers['X-Action'] = action
  if (body !== undefined && !(body instanceof Blob)) headers['Content-Type'] = 'application/json'
  const content = body instanceof Blob ? body : JSON.stringify(body)
  const address = apiUrl(path, query, body)
  const sent = (): Promise<Response> =>
    fetch(address, { method, headers, body: content ?? null, signal: signal ?? null, keepalive })
  try {
    const first = reads && !more && typeof content !== 'object' ? takeFirstReply(method, address, content, key) : undefined
    const response = await (first ?? sent())
    const away = isGatewayError(response)
    setConnection(away ? 'down' : 'up')
    return away ? undefined : response
  } catch (error) {
    if (signal?.aborted) throw error
    setConnection('down')
    return undefined
  }
}

/** Address of a call, with the chosen store where the call names none. */
export function apiUrl(path: string, query: CallOptions['query'], body?: unknown): string {
  const params = new URLSearchParams()
  const shop = storeId()
  const named = query?.lojaId !== undefined || (typeof body === 'object' && body !== null && 'lojaId' in body)
  const all = shop === undefined || named ? query : { ...query, lojaId: shop }
  for (const [name, value] of Object.entries(all ?? {})) {
    if (value === undefined) continue
    params.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const text = params.toString()
  return `/api/${path.replace(/^\//, '')}${text ? `${path.includes('?') ? '&' : '?'}${text}` : ''}`
}

async function read<T>(response: Response, { keepSession = false }: CallOptions, key: string | undefined): Promise<Reply<T>> {
  const type = response.headers.get('content-type') ?? ''
  const isFile = /\/(pdf|zip|octet-stream)$/.test(type)
  const text = isFile ? '' : await response.text()
  const body: unknown = isFile ? await response.blob() : type.includes('json') && text ? JSON.parse(text) : text
  if (response.ok) {
    const count = response.headers.get('content-count')
    const like = response.headers.has('content-match')
    firstEvent.id ??= response.headers.get('last-event-id')
    return { data: body as T, ...(count === null ? {} : { count: Number(count) }), ...(like ? { like } : {}) }
  }
  // A call of a former session, or of none, says nothing about this one.
  const error = failure(response, body)
  if ((error.status === 401 || error.status === 403) && !keepSession && key && key === token()) refused?.(error)
  throw error
}

function failure(response: Response, body: unknown): CallError {
  if (isErrorReply(body)) {
    const { code = 'unknown', message, details = [] } = body.error
    return new CallError(response.status, code, message, details, body)
  }
  return new CallError(response.status, 'unknown', unexplained(response), [], body)
}

/** Tells whether the server itself answered, and not something before it. */
const isErrorReply = (body: unknown): body is ErrorReply =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'message' in body.error

function pause(wait: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, wait)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
