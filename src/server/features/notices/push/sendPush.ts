import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { publicLookup } from '../../../security/publicLookup.ts'
import { encryptPush, type PushTarget, pushAuthorization } from './encryptPush.ts'
import type { PushKeys } from './pushKeys.ts'

/** The answer of a push service: it took the message, the browser is gone for good, or it may be tried again. */
export type PushOutcome = 'sent' | 'gone' | 'later'

/** Hands a message on; a name that is the same as a waiting one's takes its place. */
export type SendPush = (text: string, target: PushTarget, topic: string) => Promise<PushOutcome>

/** Milliseconds that a service may take. */
const patience = 10_000

/** Seconds for which a service keeps a message for a browser that is away. */
const KEPT = 24 * 3600

/**
 * Tells whether an address may be that of a push service: HTTPS at its usual port, under a name. Whoever subscribes names it, so it is a stranger's
 * word: where the name leads is looked at when it is connected to.
 */
export function isPushAddress(endpoint: string): boolean {
  if (endpoint.length > 1000 || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  const isName = isIP(hostname.replace(/[[\]]/g, '')) === 0 && hostname.includes('.') && !hostname.endsWith('.')
  return protocol === 'https:' && port === '' && username === '' && password === '' && isName
}

/** Sends messages by the browsers' own services, at public addresses alone. A redirect is a failure, and nothing of an answer is read. */
export const openPush =
  (keys: () => Promise<PushKeys>, contact: string, lookup: LookupFunction = publicLookup()): SendPush =>
  async (text, target, topic) => {
    if (!isPushAddress(target.endpoint)) return 'gone'
    const { endpoint } = target
    const body = encryptPush(text, target)
    const headers = {
      authorization: pushAuthorization(endpoint, contact, await keys()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': body.length,
      ttl: KEPT,
      topic,
    }
    const status = await new Promise<number>((resolve, reject) => {
      const options = { method: 'POST', headers, lookup, agent: false, signal: AbortSignal.timeout(patience) }
      const sending = request(endpoint, options, response => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      })
      sending.once('error', reject)
      sending.end(body)
    }).catch(() => 0)
    if (status >= 200 && status < 300) return 'sent'
    // 404 and 410: the browser took its subscription back. Other refusals of what we send do not mend by themselves.
    return status === 0 || status === 429 || status >= 500 ? 'later' : 'gone'
  }
