import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a notification is signed over, as it arrived. */
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

/** Whether the holder of the secret signed this. */
export function isSigned(secret: string, { resource, request, signature = '' }: SignedParts): boolean {
  const wordOf = (name: string): string | undefined => new RegExp(`(?:^|,)\\s*${name}=([^,\\s]+)`).exec(signature)?.[1]
  const [ts, v1] = [wordOf('ts'), wordOf('v1')]
  if (!ts || !v1 || !/^[0-9a-f]{64}$/i.test(v1)) return false
  const wanted = Buffer.from(signatureOf(secret, signedText(resource, request, ts)), 'hex')
  return timingSafeEqual(wanted, Buffer.from(v1, 'hex'))
}
