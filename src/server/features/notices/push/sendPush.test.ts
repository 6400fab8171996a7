import { createECDH, randomBytes } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { publicLookup } from '../../../security/publicLookup.ts'
import { keyOf } from './pushKeys.ts'
import { isPushAddress, openPush } from './sendPush.ts'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://127.0.0.1/x', false],
  ['https://[::1]/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://localhost/x', false],
  ['https://postgres./x', false],
  ['https://push.example.org:8443/x', false],
  ['https://user:password@push.example.org/x', false],
  ['file:///etc/passwd', false],
  [`https://push.example.org/${'x'.repeat(1000)}`, false],
  ['nothing', false],
])('%s may be a push service: %s', (endpoint, may) => {
  expect(isPushAddress(endpoint)).toBe(may)
})

const pair = createECDH('prime256v1')
pair.generateKeys()
const publicKey = pair.getPublicKey('base64url')
const keys = async () => ({ publicKey, privateKey: keyOf(publicKey, pair.getPrivateKey('base64url')) })
const target = (endpoint: string) => ({ endpoint, p256dh: publicKey, auth: randomBytes(16).toString('base64url') })

test('a name that leads into the own network, or to both, is not connected to', async () => {
  const asked: string[] = []
  const leading = (addresses: readonly string[]): LookupFunction =>
    publicLookup((host, answer) => {
      asked.push(host)
      answer(
        null,
        addresses.map(address => ({ address, family: 4 })),
      )
    })
  for (const addresses of [['10.0.0.7'], ['169.254.169.254'], ['203.0.113.9', '127.0.0.1']])
    expect(
      await openPush(keys, 'https://loja.example', leading(addresses))('{}', target('https://push.example.org/x'), 'a'),
    ).toBe('later')
  expect(asked).toEqual(Array(3).fill('push.example.org'))
})

test('an address that cannot be one is dropped without asking anybody', async () => {
  const lookup: LookupFunction = () => {
    throw new Error('asked')
  }
  expect(await openPush(keys, 'https://loja.example', lookup)('{}', target('https://127.0.0.1/x'), 'a')).toBe('gone')
})
