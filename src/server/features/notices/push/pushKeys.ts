import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { memoizeByKey } from '../../../../base/memoizeByKey.ts'
import type { Queries } from '../../../database/queries.ts'
import type { Secrets } from '../../../database/secret.ts'

/** By which push services know this installation (RFC 8292). */
export interface PushKeys {
  /** As browsers take it: an uncompressed point in base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** The place for which the private part is sealed: a setting of the system. */
const place = 'system.settings.value'

const known = new WeakMap<Queries, Promise<PushKeys>>()

/** The keys of this installation, made when they are first asked for: all servers have the same. */
export const pushKeys = (q: Queries, secrets: () => Secrets): Promise<PushKeys> =>
  memoizeByKey(known, q, () =>
    readKeys(q, secrets()).catch((error: unknown) => {
      known.delete(q)
      throw error
    }),
  )

async function readKeys(q: Queries, secrets: Secrets): Promise<PushKeys> {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const fresh = { publicKey: pair.getPublicKey('base64url'), privateKey: secrets.seal(pair.getPrivateKey('base64url'), place) }
  await q.query(`INSERT INTO system.settings (name, value) VALUES ('push-keys', $1) ON CONFLICT (name) DO NOTHING`, [
    JSON.stringify(fresh),
  ])
  const { rows } = await q.query<{ value: { publicKey: string; privateKey: string } }>(
    `SELECT value FROM system.settings WHERE name = 'push-keys'`,
  )
  const { publicKey, privateKey } = rows[0]?.value ?? fresh
  return { publicKey, privateKey: keyOf(publicKey, secrets.open(privateKey, place)) }
}

/** A private key by its number and its point. */
export function keyOf(publicKey: string, d: string): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map(part => part.toString('base64url'))
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d }, format: 'jwk' })
}
