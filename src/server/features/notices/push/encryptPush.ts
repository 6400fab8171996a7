import { createCipheriv, createECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { PushKeys } from './pushKeys.ts'

/** A browser that takes push messages: where its service is asked, and the keys for its ears alone. */
export interface PushTarget {
  readonly endpoint: string
  /** Its public key, and the secret that only it and we have, in base64url. */
  readonly p256dh: string
  readonly auth: string
}

/** Bytes of one record: a message is one. */
const RECORD = 4096

/** Values drawn at random for each message; a test gives those of the standard's example. */
interface Drawn {
  readonly salt: Buffer
  readonly privateKey: Buffer
}

const draw = (): Drawn => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() }
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/**
 * Encrypts a message so that only the browser reads it, and not the service that hands it on: RFC 8291, in the coding aes128gcm of RFC 8188.
 * @throws where the browser's key is no point of the curve
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  { salt, privateKey } = draw(),
): Buffer {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const own = pair.getPublicKey()
  const theirs = Buffer.from(p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own])
  const key = hkdf(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    hkdf(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD)
  head.writeUInt8(own.length, 4)
  // The mark of the last record, as it is the only one.
  const body = [cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, head, own, ...body])
}

/** Seconds for which a service takes our word. */
const VALID = 12 * 3600

/** Says who we are, for the service at this address: RFC 8292. */
export function pushAuthorization(endpoint: string, contact: string, { publicKey, privateKey }: PushKeys): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(Date.now() / 1000) + VALID, sub: contact }
  const said = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(said), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${said}.${signature}, k=${publicKey}`
}
