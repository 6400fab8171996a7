import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as a receiver of webhooks got it. */
export interface ReceivedCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A system of somebody else's that takes calls of automations. */
export interface Receiver {
  readonly host: string
  readonly calls: ReceivedCall[]
  /** Its answers, by path; `hang`: nothing at all; `only`: just for calls with that in their body, others are taken. */
  answers: Readonly<
    Record<string, { status: number; location?: string; text?: string; retryAfter?: string; only?: string } | 'hang'>
  >
  close(): Promise<void>
}

/** Opens it on a free port of this machine. */
export async function openReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  const state: Pick<Receiver, 'answers'> = { answers: {} }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const body = Buffer.concat(chunks).toString()
      calls.push({ path, headers: request.headers, body })
      const special = state.answers[path]
      if (special === 'hang') return
      const answer = special && body.includes(special.only ?? '') ? special : { status: 200, text: 'ok' }
      response.writeHead(answer.status, {
        ...(answer.location ? { location: answer.location } : {}),
        ...(answer.retryAfter ? { 'retry-after': answer.retryAfter } : {}),
      })
      response.end(answer.text ?? '')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    get answers() {
      return state.answers
    },
    set answers(answers) {
      state.answers = answers
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
