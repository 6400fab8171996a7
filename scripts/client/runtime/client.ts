import type { Calls, Registers, Reports } from './contract.ts'

export type * from './contract.ts'

/** Where the server is, and as whom it is called. */
export interface ClientOptions {
  /** Address of the server, without /api: `https://loja.example.com`. */
  readonly url: string
  /** The key of a program (Loja, Chaves de API), or the token of a session. */
  readonly key: string
  /** The store of calls that name none; without it, the key's own. */
  readonly lojaId?: number
  /** How often a call is made again that the server could not take (429, 503) or that did not arrive: 3. */
  readonly retries?: number
  /** Longest wait between two tries, in milliseconds: 30,000. Where the server asks for a longer one, the call fails. */
  readonly longestWait?: number
  readonly fetch?: typeof fetch
}

export interface ErrorDetail {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** A call that the server refused, in its own words (pt-BR); status 0: it did not answer. */
export class RetaguardaError extends Error {
  override readonly name = 'RetaguardaError'
  readonly status: number
  readonly code: string
  /** Problems by field. */
  readonly details: readonly ErrorDetail[]
  /** The whole reply: of 409 it holds the record as it stands. */
  readonly body: unknown

  constructor(status: number, code: string, message: string, details: readonly ErrorDetail[], body: unknown, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.details = details
    this.body = body
  }
}

type Value = string | number | boolean | null
type Compared<T> =
  | T
  | {
      readonly neq?: T
      readonly gt?: T
      readonly gte?: T
      readonly lt?: T
      readonly lte?: T
      readonly between?: readonly [T, T]
      readonly inq?: readonly T[]
      readonly nin?: readonly T[]
      readonly like?: string
      readonly ilike?: string
    }

/** Which records are wanted: each field is, or compares with, a value. */
export type Where<R> = {
  readonly [F in keyof R]?: R[F] extends Value ? Compared<R[F]> : never
} & { readonly and?: readonly Where<R>[]; readonly or?: readonly Where<R>[] }

/** A filter of a list: LoopBack 3's words. */
export interface Filter<R> {
  readonly where?: Where<R>
  /** Fields, each with DESC behind it to turn it round. */
  readonly order?: readonly (keyof R & string)[] | readonly string[]
  readonly limit?: number
  readonly skip?: number
  readonly fields?: readonly (keyof R & string)[]
  /** Lists of rows and references that come along. */
  readonly include?: readonly string[]
  /** Words that the records hold. */
  readonly q?: string
}

type Rows<T> = T extends readonly (infer Row)[] ? readonly (Partial<Row> & { readonly deletar?: boolean })[] : T
/** A record as it is sent: some of its fields, of lists the rows with what changes in them; `deletar` removes a row. */
export type Draft<R> = { readonly [F in keyof R]?: Rows<R[F]> }
/** A new record: what it must have, and whatever else is known. */
export type NewRecord<N extends Register> = Draft<RecordOf<N>> & {
  readonly [F in Registers[N]['demanded'] & keyof RecordOf<N>]: Rows<RecordOf<N>[F]>
}

/** A change of records of a register; of type `missed` it says to read anew. */
export interface ChangeEvent {
  readonly id: string
  readonly type: string
  readonly data: unknown
}

export interface CallChoices {
  readonly signal?: AbortSignal
  /** The store of this call, in place of the client's. */
  readonly lojaId?: number
  /** The same write with the same key is done once, however often it is sent; a random one where none is given. */
  readonly idempotencyKey?: string
}

type Key = string | number
type Members = Readonly<Record<string, unknown>>
type Register = keyof Registers & string
/** A record of a register, as the server tells it. */
export type RecordOf<N extends Register> = Registers[N]['record']
type Call = keyof Calls & string
type Report = keyof Reports & string

/** Calls of a Retaguarda server, typed by its definitions. Needs nothing but `fetch`. */
export interface Client {
  /** Records of a filter, and how many there are without its limit. */
  list<N extends Register>(
    register: N,
    filter?: Filter<RecordOf<N>>,
    choices?: CallChoices,
  ): Promise<{ rows: RecordOf<N>[]; count: number }>
  /** All records of a filter, read page by page in the order of their keys. */
  all<N extends Register>(
    register: N,
    filter?: Filter<RecordOf<N>>,
    choices?: CallChoices,
  ): AsyncGenerator<RecordOf<N>, void, undefined>
  get<N extends Register>(register: N, id: Key, choices?: CallChoices): Promise<RecordOf<N>>
  create<N extends Register>(register: N, record: NewRecord<N>, choices?: CallChoices): Promise<RecordOf<N>>
  /** Changes fields of a record. With `version` the change is refused (409) where somebody changed the record meanwhile. */
  change<N extends Register>(register: N, id: Key, changes: Draft<RecordOf<N>>, choices?: CallChoices): Promise<RecordOf<N>>
  remove(register: Register, id: Key, choices?: CallChoices): Promise<void>
  /** A call beyond those that every register has: `'POST Movimentos/save'`. */
  call<C extends Call>(name: C, input: Calls[C]['input'], choices?: CallChoices): Promise<Calls[C]['output']>
  report<P extends Report>(path: P, input: Reports[P]['input'], choices?: CallChoices): Promise<Reports[P]['output']>
  /** Reads the changes in the stores that the key sees, until `signal` aborts; after a broken connection it goes on where it was. */
  events(choices?: Pick<CallChoices, 'signal'>): AsyncGenerator<ChangeEvent, void, undefined>
}

const PAGE = 500

export function createClient(options: ClientOptions): Client {
  const send = (method: string, path: string, members: Members, choices: CallChoices = {}) => {
    const lojaId = choices.lojaId ?? options.lojaId
    return sendCall(options, method, path, { ...(lojaId === undefined ? {} : { lojaId }), ...members }, choices)
  }
  const list: Client['list'] = async (register, filter = {}, choices) => {
    const reply = await send('GET', register, { filter }, choices)
    return { rows: (await reply.json()) as never, count: Number(reply.headers.get('content-count')) }
  }
  return {
    list,
    async *all(register, filter = {}, choices) {
      for (let skip = filter.skip ?? 0, left = filter.limit ?? Number.POSITIVE_INFINITY; left > 0; ) {
        const limit = Math.min(PAGE, left)
        const { rows } = await list(register, { order: ['id'], ...filter, skip, limit }, choices)
        yield* rows
        if (rows.length < limit) return
        skip += limit
        left -= limit
      }
    },
    get: async (register, id, choices) => (await send('GET', `${register}/${part(id)}`, {}, choices)).json() as never,
    create: async (register, record, choices) => (await send('POST', register, record as Members, choices)).json() as never,
    change: async (register, id, changes, choices) =>
      (await send('PATCH', `${register}/${part(id)}`, changes as Members, choices)).json() as never,
    remove: async (register, id, choices) => {
      await send('DELETE', `${register}/${part(id)}`, {}, choices)
    },
    call: async (name, input, choices) => {
      const [method = '', pattern = ''] = name.split(' ')
      const { path, rest } = fillPath(pattern, input as Members)
      const reply = await send(method, path, rest, choices)
      return (reply.headers.get('content-type')?.includes('json') ? reply.json() : reply.blob()) as never
    },
    report: async (path, input, choices) => (await send('GET', path, input as Members, choices)).json() as never,
    events: choices => readEvents(options, choices?.signal),
  }
}

/** Where the calls are. */
const apiOf = ({ url }: ClientOptions): string => `${url.replace(/\/+$/, '')}/api`

const part = (value: unknown): string => encodeURIComponent(String(value))

/** The address with its `:names` filled, and the members that remain. */
function fillPath(pattern: string, input: Members): { path: string; rest: Members } {
  const rest = { ...input }
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return part(value)
  })
  return { path, rest }
}

async function sendCall(
  options: ClientOptions,
  method: string,
  path: string,
  members: Members,
  choices: CallChoices,
): Promise<Response> {
  const isRead = method === 'GET'
  const address = `${apiOf(options)}/${path}${isRead ? queryOf(members) : ''}`
  const init: RequestInit = {
    method,
    redirect: 'error',
    headers: {
      authorization: `Bearer ${options.key}`,
      ...(isRead
        ? {}
        : { 'content-type': 'application/json', 'idempotency-key': choices.idempotencyKey ?? globalThis.crypto.randomUUID() }),
    },
    ...(isRead ? {} : { body: JSON.stringify(members) }),
    ...(choices.signal ? { signal: choices.signal } : {}),
  }
  for (let tries = options.retries ?? 3; ; tries -= 1) {
    const reply = await (options.fetch ?? fetch)(address, init).catch((error: unknown) => error as Error)
    if (!(reply instanceof Error) && reply.ok) return reply
    choices.signal?.throwIfAborted()
    const wait = tries > 0 ? waitBefore(reply, options, tries) : undefined
    if (wait === undefined) throw await failureOf(reply)
    if (!(reply instanceof Error)) await reply.body?.cancel()
    await pause(wait, choices.signal)
  }
}

/** Milliseconds before the next try; nothing where another one would not help. */
function waitBefore(
  reply: Response | Error,
  { retries = 3, longestWait = 30_000 }: ClientOptions,
  tries: number,
): number | undefined {
  const growing = Math.min(longestWait, 250 * 2 ** (retries - tries))
  if (reply instanceof Error) return growing
  if (reply.status !== 429 && reply.status !== 502 && reply.status !== 503) return undefined
  const asked = Number(reply.headers.get('retry-after') ?? Number.NaN) * 1000
  if (Number.isNaN(asked)) return growing
  return asked <= longestWait ? asked : undefined
}

async function failureOf(reply: Response | Error): Promise<RetaguardaError> {
  if (reply instanceof Error) return new RetaguardaError(0, 'connection-down', reply.message, [], undefined, reply)
  const body = (await reply.json().catch(() => undefined)) as {
    error?: { code?: string; message?: string; details?: ErrorDetail[] }
  }
  const { code = 'unexpected', message = reply.statusText, details = [] } = body?.error ?? {}
  return new RetaguardaError(reply.status, code, message, details, body)
}

/** Texts, numbers and truths as they are, lists of them with commas between, anything else as JSON. */
function queryOf(members: Members): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || value === null) continue
    const isFlat = Array.isArray(value) && value.every(one => typeof one !== 'object')
    query.set(name, isFlat ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** Reads the stream of changes; a stream that ends is opened again from the last event that came. */
async function* readEvents(options: ClientOptions, signal?: AbortSignal): AsyncGenerator<ChangeEvent, void, undefined> {
  let last: string | undefined
  for (let failures = 0; !signal?.aborted; ) {
    try {
      for await (const event of openEvents(options, last, signal)) {
        failures = 0
        if (event.id !== '') last = event.id
        yield event
      }
    } catch (error) {
      if (signal?.aborted) return
      // Refused for good: the key is revoked, or lacks the store.
      if (error instanceof RetaguardaError && error.status >= 400 && error.status < 500 && error.status !== 429) throw error
      failures += 1
    }
    if (!signal?.aborted) await pause(Math.min(options.longestWait ?? 30_000, 500 * 2 ** failures), signal).catch(() => undefined)
  }
}

async function* openEvents(options: ClientOptions, last: string | undefined, signal?: AbortSignal): AsyncGenerator<ChangeEvent> {
  const reply = await (options.fetch ?? fetch)(`${apiOf(options)}/events`, {
    redirect: 'error',
    headers: {
      authorization: `Bearer ${options.key}`,
      accept: 'text/event-stream',
      ...(last === undefined ? {} : { 'last-event-id': last }),
    },
    ...(signal ? { signal } : {}),
  })
  if (!reply.ok || !reply.body) throw await failureOf(reply)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split(/\r?\n\r?\n/)
    text = events.pop() ?? ''
    for (const event of events) {
      const read = readEvent(event)
      if (read) yield read
    }
  }
}

/** One event of the stream; a comment, which only keeps the connection open, is none. */
function readEvent(text: string): ChangeEvent | undefined {
  const fields = { id: '', event: 'message', data: '' }
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^(id|event|data): ?(.*)$/.exec(line) ?? []
    if (name === 'data') fields.data += value
    else if (name === 'id' || name === 'event') fields[name] = value
  }
  if (fields.data === '' && fields.event === 'message') return undefined
  return { id: fields.id, type: fields.event, data: fields.data === '' ? undefined : (JSON.parse(fields.data) as unknown) }
}
