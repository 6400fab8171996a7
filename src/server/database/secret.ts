import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoizeByKey } from '../../base/memoizeByKey.ts'

/** Writes and reads the values of secret fields. `place` (table and column) is sealed in: a value copied elsewhere does not open. */
export interface Secrets {
  seal(text: string, place: string): string
  open(sealed: string, place: string): string
  /** A fingerprint of a text: who reads it cannot try out what the text may have been. */
  digest(text: string): string
}

const VERSION = 'v1'

/** A shorter tag would open, too, and be guessed so much sooner: only whole ones are taken. */
const whole = { authTagLength: 16 }

/** AES-256-GCM under this key of 32 bytes. */
export function secretsUnderKey(bytes: Buffer): Secrets {
  // Made ready once: for a short text that is most of the work.
  const key = createSecretKey(bytes)
  return {
    seal(text, place) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv, whole)
      cipher.setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [VERSION, ...[iv, cipher.getAuthTag(), body].map(part => part.toString('base64url'))].join('.')
    },
    open(sealed, place) {
      const [version, iv, tag, body] = sealed.split('.')
      if (version !== VERSION || iv === undefined || tag === undefined || body === undefined)
        throw new Error('Unknown form of a sealed value')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), whole)
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
    },
    digest: text => createHmac('sha256', key).update(text).digest('hex'),
  }
}

const opened = new Map<string, Secrets>()

/** The key of this installation: SECRET_KEY, or a file of the data folder that only its owner reads, made on first use. */
export function secretsOfInstallation(dataDir: string): Secrets {
  return memoizeByKey(opened, dataDir, () => secretsUnderKey(keyOf(dataDir)))
}

function keyOf(dataDir: string): Buffer {
  const given = process.env.SECRET_KEY
  if (given) return createHash('sha256').update(given).digest()
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) makeKey(dataDir, file)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (key.length !== 32) throw new Error(`Not a key: ${file}`)
  return key
}

/** Written beside and linked into place, so that two processes that start together end with the same key. */
function makeKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  }
  unlinkSync(draft)
}
