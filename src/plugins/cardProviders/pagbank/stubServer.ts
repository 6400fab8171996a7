import type { StubRequest, StubResponse } from '../../../server/plugin.ts'

/** The provider's public keys: any token is known but one that says it is wrong (`errado`). */
export function stubPagbankAnswer({ method, steps, headers }: StubRequest): StubResponse {
  const token = String(headers.authorization ?? '').replace('Bearer ', '')
  if (token === '' || token.includes('errado')) return { status: 401, body: { message: 'Unauthorized' } }
  if (`${method} ${steps.join('/')}` === 'GET public-keys/card')
    return { status: 200, body: { public_key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A', created_at: 1_767_225_600_000 } }
  return { status: 404, body: { message: 'Not found' } }
}
