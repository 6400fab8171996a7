import { createHmac } from 'node:crypto'
import { type IncomingMessage, Agent as PlainAgent, type RequestOptions, request as requestPlainly } from 'node:http'
import { request as requestSafely, Agent as SafeAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { foreignText } from '../../../base/text.ts'
import { publicLookup } from '../../security/publicLookup.ts'

/** Milliseconds that a call may take, bytes of an answer that are read, and letters of it that are kept. */
const patience = 10_000
const mostRead = 64 * 1024
const mostKept = 2000

/** A call to an address of a store. */
export interface OutgoingCall {
  readonly address: string
  readonly secrets: readonly string[]
  /** The same at every attempt. */
  readonly id: string
  readonly body: string
}

/** The answer to a call, cut, with the seconds that it asks to wait; undefined where there was none, for whichever reason: who reads it learns nothing of networks. */
export type OutgoingAnswer = { readonly status: number; readonly text: string; readonly retryAfter?: number } | undefined

export type SendWebhook = (call: OutgoingCall) => Promise<OutgoingAnswer>

/** How calls of stores leave, and whether one may go to an address. */
export interface Webhooks {
  readonly send: SendWebhook
  readonly accepts: (address: string) => boolean
}

/** The beginning of every secret of a webhook, as Standard Webhooks have it. */
export const secretPrefix = 'whsec_'

/**
 * Tells whether a store may have calls sent to an address: HTTPS at its usual port, under a name, whose places are looked at when it is connected to.
 * Hosts that the installation names itself (`INTERNAL_HOSTS`) may be anywhere.
 */
export function isOutgoingAddress(address: string, internal: ReadonlySet<string>): boolean {
  if (address.length > 1000 || !URL.canParse(address)) return false
  const { protocol, hostname, host, port, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (internal.has(host) || internal.has(hostname)) return protocol === 'https:' || protocol === 'http:'
  const isName = isIP(hostname.replace(/[[\]]/g, '')) === 0 && hostname.includes('.') && !hostname.endsWith('.')
  return protocol === 'https:' && port === '' && isName
}

/** Milliseconds for which a connection stays open for the next call to the same address, which was looked at when it was connected to. */
const openFor = 4_000

/** Sends signed calls. A redirect is an answer like any other: nobody is followed. */
export function openWebhooks(
  internal: ReadonlySet<string>,
  lookup: LookupFunction = publicLookup(),
  timeout = patience,
): Webhooks {
  const kept = { keepAlive: true, timeout: openFor, maxFreeSockets: 4 }
  const [plainly, safely] = [new PlainAgent(kept), new SafeAgent(kept)]
  const send = (url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const isSafe = url.protocol === 'https:'
      const sending = isSafe
        ? requestSafely(url, { agent: safely, ...options }, resolve)
        : requestPlainly(url, { agent: plainly, ...options }, resolve)
      // A connection that the receiver closed just now: the call is the first of another one, under the same id.
      const again = (): Promise<IncomingMessage> => send(url, { ...options, agent: false }, body)
      sending.once('error', error => (sending.reusedSocket && isCut(error) ? again().then(resolve, reject) : reject(error)))
      sending.end(body)
    })
  const accepts = (address: string): boolean => isOutgoingAddress(address, internal)
  const deliver: SendWebhook = async ({ address, secrets, id, body }) => {
    if (!accepts(address)) return undefined
    const url = new URL(address)
    const isOwn = internal.has(url.host) || internal.has(url.hostname)
    const options: RequestOptions = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Retaguarda-Webhooks/1',
        ...signedHeaders({ id, body, secrets, at: new Date() }),
      },
      signal: AbortSignal.timeout(timeout),
      ...(isOwn ? {} : { lookup }),
    }
    try {
      const response = await send(url, options, body)
      const retryAfter = secondsOf(response.headers['retry-after'])
      const answer = { status: response.statusCode ?? 0, text: await beginningOf(response) }
      return retryAfter === undefined ? answer : { ...answer, retryAfter }
    } catch {
      return undefined
    }
  }
  return { send: deliver, accepts }
}

const isCut = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

/** Seconds of a `Retry-After`, which is a number of them or a moment. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

interface Signed {
  readonly id: string
  readonly body: string
  readonly secrets: readonly string[]
  readonly at: Date
}

/** The headers of Standard Webhooks: one signature for each secret that is live. */
export function signedHeaders({ id, body, secrets, at }: Signed): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.byteLength
    // Leaving the loop ends the connection: the rest is not read.
    if (size > mostRead) break
  }
  return foreignText(Buffer.concat(chunks).subarray(0, mostRead).toString('utf8'), mostKept)
}
