import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from './signature.ts'

const secret = 'chave'
const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex')
const ts = '1716651000'

test('the published template is signed: small letters, the request only where there is one', () => {
  const withRequest = `ts=${ts},v1=${sign(`id:ord01abc;request-id:r-1;ts:${ts};`)}`
  expect(isSigned(secret, { resource: 'ORD01ABC', request: 'r-1', signature: withRequest })).toBe(true)
  expect(isSigned(secret, { resource: 'ORD01ABC', request: undefined, signature: withRequest })).toBe(false)
  const without = `ts=${ts}, v1=${sign(`id:123;ts:${ts};`)}`
  expect(isSigned(secret, { resource: '123', request: undefined, signature: without })).toBe(true)
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
  expect(isSigned(secret, sound)).toBe(true)
  expect(isSigned(secret, { ...sound, ...other })).toBe(false)
})
