import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoizeByKey } from '../../base/memoizeByKey.ts'

/** Writes and reads the values of secret fields. `place` (table and column) is sealed in: a value copied elsewhere does not open. */
export interface Secrets {
  seal(text: string, place: string): string
  open(sealed: string, place: string): string
  /** A fingerprint of a text: who reads it cannot try out what the text may have been. */
  digest(text: string): string
  /** A key of 32 bytes for one purpose, by HKDF: it tells nothing of the key that it comes from, nor of those for other purposes. */
  derive(purpose: string, salt: Buffer): Buffer
  /** Those under the key before this one, as long as it is given: what they sealed still opens. */
  readonly former?: Secrets
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
    derive: (purpose, salt) => Buffer.from(hkdfSync('sha256', key, salt, `retaguarda ${purpose}`, 32)),
  }
}

const opened = new Map<string, Secrets>()

/** The key of this installation, and the one before it while that is given, each for itself. */
export interface InstallationKeys {
  readonly own: Secrets
  readonly former?: Secrets
}

/**
 * The keys of this installation: SECRET_KEY, or a file of the data folder that only its owner reads, made on first use. The one before is
 * SECRET_KEY_OLD, or that file where SECRET_KEY takes its place.
 */
export function keysOfInstallation(dataDir: string): InstallationKeys {
  const { SECRET_KEY, SECRET_KEY_OLD } = process.env
  const file = join(dataDir, 'secret.key')
  const own = secretsUnderKey(SECRET_KEY ? keyOfText(SECRET_KEY) : keyOfFile(dataDir, file))
  if (SECRET_KEY_OLD) return { own, former: secretsUnderKey(keyOfText(SECRET_KEY_OLD)) }
  return SECRET_KEY && existsSync(file) ? { own, former: secretsUnderKey(keyOfFile(dataDir, file)) } : { own }
}

/** Secrets of this installation: sealed with its key, and opened with the one before as well while that is given. */
export function secretsOfInstallation(dataDir: string): Secrets {
  return memoizeByKey(opened, dataDir, () => {
    const { own, former } = keysOfInstallation(dataDir)
    if (!former) return own
    const open = (sealed: string, place: string): string => {
      try {
        return own.open(sealed, place)
      } catch {
        return former.open(sealed, place)
      }
    }
    return { ...own, open, former }
  })
}

const keyOfText = (text: string): Buffer => createHash('sha256').update(text).digest()

function keyOfFile(dataDir: string, file: string): Buffer {
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
