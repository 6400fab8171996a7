import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signed parts of a notification, as they arrived. */
export interface SignedParts {
  /** `data.id` of the address. */
  readonly resource: string
  /** The header x-request-id; left out of the template where it is absent. */
  readonly request: string | undefined
  /** The header x-signature: `ts=1716651000,v1=8b7c…`. */
  readonly signature: string | undefined
}

/** The text that Mercado Pago signs. Letters of the resource are small in it. */
export const signedText = (resource: string, request: string | undefined, ts: string): string =>
  `id:${resource.toLowerCase()};${request ? `request-id:${request};` : ''}ts:${ts};`

/** The HMAC-SHA256 of the text, in hexadecimal. */
export const signatureOf = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/**
 * Milliseconds for which something signed is believed. Repetitions are known by their ids for seven days, and Mercado Pago tries again for four at
 * most: what is older comes from somebody who kept it.
 */
const longest = (7 * 24 - 1) * 3_600_000
/** How far their clock may be ahead of ours. */
const ahead = 10 * 60_000

/** Tells whether the holder of the secret signed this, and not too long ago. */
export function isSigned(secret: string, { resource, request, signature = '' }: SignedParts, now = Date.now()): boolean {
  const wordOf = (name: string): string | undefined => new RegExp(`(?:^|,)\\s*${name}=([^,\\s]+)`).exec(signature)?.[1]
  const [ts, v1] = [wordOf('ts'), wordOf('v1')]
  if (!ts || !v1 || !/^[0-9a-f]{64}$/i.test(v1)) return false
  // Seconds, or milliseconds since 1970.
  const moment = /^\d{10}$/.test(ts) ? Number(ts) * 1000 : /^\d{13}$/.test(ts) ? Number(ts) : Number.NaN
  if (!(now - moment <= longest && moment - now <= ahead)) return false
  const wanted = Buffer.from(signatureOf(secret, signedText(resource, request, ts)), 'hex')
  return timingSafeEqual(wanted, Buffer.from(v1, 'hex'))
}
