import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a stub answers: as its contract says, or as services fail. */
export type StubBehaviour =
  | 'normal'
  | 'unreachable'
  | 'slow'
  | 'failing'
  | 'missing'
  | 'malformed'
  | 'too-large'
  | 'unauthorised'
  | 'throttled'
  | 'redirecting'

export interface StubRequest {
  readonly method: string
  /** Steps of the path, decoded. */
  readonly steps: readonly string[]
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
  readonly query: Readonly<Record<string, string>>
}

/** A status, and a body that is sent as JSON unless it is text or a PNG image. */
export interface StubResponse {
  readonly status: number
  readonly body?: unknown
}

/** A local server that speaks the contract of a service: for the demo, which needs no network, and for tests. */
export interface StubServer {
  readonly address: string
  /** Every request received, in order. */
  readonly requests: readonly StubRequest[]
  behaviour: StubBehaviour
  close(): Promise<void>
}

/** Requests remembered. */
const maxRequests = 1000

/** Starts a stub on a free port of this machine alone. */
export async function startStubServer(
  answer: (request: StubRequest) => StubResponse | Promise<StubResponse>,
): Promise<StubServer> {
  const requests: StubRequest[] = []
  const state: { behaviour: StubBehaviour } = { behaviour: 'normal' }
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const question = await read(request)
    requests.push(question)
    if (requests.length > maxRequests) requests.shift()
    if (state.behaviour === 'normal') give(response, await answer(question))
    else misbehave(state.behaviour, request, response)
  }
  const address = await listen(server)
  // It keeps no process alive.
  server.unref()
  return Object.assign(state, {
    address,
    requests,
    close: () =>
      new Promise<void>(done => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}

const listen = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

async function read(request: IncomingMessage): Promise<StubRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local')
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return {
    method: request.method ?? 'GET',
    steps: pathname.split('/').filter(Boolean).map(decodeURIComponent),
    headers: request.headers,
    body: text === '' ? undefined : isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text),
    query: Object.fromEntries(searchParams),
  }
}

function give(response: ServerResponse, { status, body }: StubResponse): void {
  const plain = typeof body === 'string' || Buffer.isBuffer(body)
  const isPage = typeof body === 'string' && body.startsWith('<!doctype html>')
  const type = Buffer.isBuffer(body) ? 'image/png' : isPage ? 'text/html' : plain ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type })
  response.end(plain ? body : JSON.stringify(body ?? null))
}

function misbehave(behaviour: Exclude<StubBehaviour, 'normal'>, request: IncomingMessage, response: ServerResponse): void {
  if (behaviour === 'unreachable') request.socket.destroy()
  else if (behaviour === 'failing') give(response, { status: 500, body: { erro: 'falha' } })
  else if (behaviour === 'missing') give(response, { status: 404, body: { message: 'not found' } })
  else if (behaviour === 'unauthorised') give(response, { status: 401, body: { error: { message: 'Token inválido' } } })
  else if (behaviour === 'throttled') give(response, { status: 429, body: { message: 'Muitas chamadas' } })
  else if (behaviour === 'malformed') give(response, { status: 200, body: '<html>Em manutenção</html>' })
  else if (behaviour === 'too-large') give(response, { status: 200, body: { nome: 'x'.repeat(2 ** 20) } })
  else if (behaviour === 'redirecting') response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
  // Slow: never answers; who asks stops waiting.
}
