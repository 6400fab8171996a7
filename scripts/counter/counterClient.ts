/** A caller of the API as a point of sale is one: it knows an address, an account and a store, and tries again what no answer came to. */
export interface CounterClient {
  readonly store: number
  /** Records of a register: all that the filter leaves. */
  rows(register: string, where?: Readonly<Record<string, unknown>>): Promise<readonly Row[]>
  post(path: string, body: object): Promise<Row>
}

export type Row = Readonly<Record<string, unknown>>

export interface CounterAccess {
  readonly address: string
  readonly email: string
  readonly password: string
  /** The account's first store unless told. */
  readonly store?: number | undefined
}

/** Times that a call without an answer is made again. */
const attempts = 5

/** Milliseconds before the next attempt. */
const pause = 500

/** The server's refusal, in its words. */
export class CounterRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(`${status}: ${message}`)
    this.status = status
  }
}

/** Logs in and finds the store. @throws CounterRefusal */
export async function openCounter({ address, email, password, store }: CounterAccess): Promise<CounterClient> {
  const call = async (method: 'GET' | 'POST', path: string, token?: string, body?: object): Promise<unknown> => {
    const answer = await persistently(() =>
      fetch(new URL(`/api/${path}`, address), {
        method,
        headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
    const text = await answer.text()
    const told: unknown = text === '' ? null : JSON.parse(text)
    if (!answer.ok) throw new CounterRefusal(answer.status, messageOf(told) ?? text.slice(0, 200))
    return told
  }
  const session = asRow(await call('POST', 'users/login', undefined, { email, password }))
  const token = String(session.id)
  const own = store ?? (await firstStore(path => call('GET', path, token)))
  const inStore = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lojaId=${own}`
  return {
    store: own,
    async rows(register, where) {
      const filter = encodeURIComponent(JSON.stringify({ limit: 10_000, ...(where ? { where } : {}) }))
      const found = await call('GET', inStore(`${register}?filter=${filter}`), token)
      return Array.isArray(found) ? found.map(asRow) : []
    },
    post: async (path, body) => asRow(await call('POST', inStore(path), token, { lojaId: own, ...body })),
  }
}

async function firstStore(get: (path: string) => Promise<unknown>): Promise<number> {
  const found = await get('lojas')
  const first = Array.isArray(found) ? asRow(found[0]) : undefined
  if (first?.id === undefined) throw new Error('This account has no store.')
  return Number(first.id)
}

/** A server that is starting, away or busy is asked again; an answer is an answer. */
async function persistently(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await ask()
      if (![429, 502, 503, 504].includes(answer.status) || attempt === attempts) return answer
      await answer.arrayBuffer()
    } catch (error) {
      if (attempt === attempts) throw error
    }
    await new Promise(resolve => setTimeout(resolve, pause * attempt))
  }
}

export const asRow = (value: unknown): Row =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const messageOf = (told: unknown): string | undefined => {
  const { message } = asRow(asRow(told).error)
  return typeof message === 'string' ? message : undefined
}
