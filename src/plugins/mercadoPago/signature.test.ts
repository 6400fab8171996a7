import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from './signature.ts'

const secret = 'chave'
const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex')
const ts = '1716651000'
/** A minute after it was signed. */
const now = 1716651060_000

test('the published template is signed: small letters, the request only where there is one', () => {
  const withRequest = `ts=${ts},v1=${sign(`id:ord01abc;request-id:r-1;ts:${ts};`)}`
  expect(isSigned(secret, { resource: 'ORD01ABC', request: 'r-1', signature: withRequest }, now)).toBe(true)
  expect(isSigned(secret, { resource: 'ORD01ABC', request: undefined, signature: withRequest }, now)).toBe(false)
  const without = `ts=${ts}, v1=${sign(`id:123;ts:${ts};`)}`
  expect(isSigned(secret, { resource: '123', request: undefined, signature: without }, now)).toBe(true)
})

test.each([
  ['another resource', { resource: '124' }],
  ['another request', { request: 'r-2' }],
  ['another moment', { signature: `ts=1716651001,v1=${sign(`id:123;request-id:r-1;ts:${ts};`)}` }],
  [
    'a key of another',
    { signature: `ts=${ts},v1=${createHmac('sha256', 'x').update(`id:123;request-id:r-1;ts:${ts};`).digest('hex')}` },
  ],
  ['no signature', { signature: undefined }],
  ['half of one', { signature: `ts=${ts}` }],
  ['no hexadecimal', { signature: `ts=${ts},v1=zz` }],
])('%s is refused', (_why, other) => {
  const sound = { resource: '123', request: 'r-1', signature: `ts=${ts},v1=${sign(`id:123;request-id:r-1;ts:${ts};`)}` }
  expect(isSigned(secret, sound, now)).toBe(true)
  expect(isSigned(secret, { ...sound, ...other }, now)).toBe(false)
})

test('what was signed too long ago, or is not signed yet, is believed no more, be it in seconds or milliseconds', () => {
  const day = 86_400_000
  const signed = (moment: string) => ({
    resource: '123',
    request: 'r-1',
    signature: `ts=${moment},v1=${sign(`id:123;request-id:r-1;ts:${moment};`)}`,
  })
  for (const moment of [ts, `${ts}000`]) {
    expect(isSigned(secret, signed(moment), now + 6 * day)).toBe(true)
    expect(isSigned(secret, signed(moment), now + 7 * day)).toBe(false)
    expect(isSigned(secret, signed(moment), now - 3_600_000)).toBe(false)
  }
  for (const odd of ['0', '17166510', 'amanhã', '-1716651000']) expect(isSigned(secret, signed(odd), now)).toBe(false)
})
