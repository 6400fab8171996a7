import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../error.ts'
import { addressAsCalled } from '../../settings.ts'

/** The name and origin to which passkeys of this installation are tied: the page that asks for one must be there. */
export interface PasskeyContext {
  /** `https://loja.example:8443`. */
  readonly origin: string
  /** The name that a passkey is made for. */
  readonly rpId: string
}

/** The address at which people find the pages, as passkeys tell it. */
export const pagesOrigin = (request: FastifyRequest): string => new URL(addressAsCalled(request.headers.host)).origin

/** Tells whether browsers have passkeys there: by https at a name, or at localhost. */
export function hasPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}

/** Returns the name and origin of passkeys; refused in words where browsers have none. */
export function passkeyContext(request: FastifyRequest): PasskeyContext {
  const origin = pagesOrigin(request)
  if (!hasPasskeys(origin)) throw new ApiError(422, 'passkey.address', { address: origin })
  return { origin, rpId: new URL(origin).hostname }
}
