import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from '../../database/secret.ts'

/**
 * An archive under the key of its installation, in the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015; as age has it): a head of
 * magic word, salt and a word of the key, then parts of 64 KiB, each by AES-256-GCM under a key made for this archive alone, with its number and
 * whether it is the last one as the nonce. So no part can be changed, left out, repeated, moved or cut off without being found.
 */
const MAGIC = Buffer.from('retaguarda sealed 1\n')
const SALT = 32
const PROOF = 16
const HEAD = MAGIC.length + SALT + PROOF
const TAG = 16
/** Bytes of a part before they are sealed. */
export const SEALED_PART = 64 * 1024

/** How an archive is opened. */
export interface ArchiveOpening {
  /** The installation's own; what an earlier key sealed opens as long as that one is given, too. */
  readonly secrets: Secrets
  /** Takes one that is not sealed as well, because somebody says that they know where it comes from. */
  readonly trust?: boolean
}

type Bytes = AsyncIterable<Buffer>

const keyOf = (secrets: Secrets, salt: Buffer): Buffer => secrets.derive('archive', salt)
const proofOf = (secrets: Secrets, salt: Buffer): Buffer => secrets.derive('archive key', salt).subarray(0, PROOF)

const nonceOf = (nth: number, last: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(nth, 5, 6)
  nonce[11] = last ? 1 : 0
  return nonce
}

/** Seals what flows by, for `pipeline`. */
export const sealedBy = (secrets: Secrets) =>
  async function* (content: Bytes): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT)
    yield Buffer.concat([MAGIC, salt, proofOf(secrets, salt)])
    const key = keyOf(secrets, salt)
    let nth = 0
    for await (const { part, last } of partsOf(content, SEALED_PART)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(nth++, last), { authTagLength: TAG })
      yield Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()])
    }
  }

/**
 * Opens what flows by, for `pipeline`: nothing comes out of a part that is not what was sealed. `sealed` hears whether it was sealed at all.
 * @throws Error in words that say what is wrong
 */
export const openedBy = ({ secrets, trust }: ArchiveOpening, sealed: (yes: boolean) => void) =>
  async function* (content: Bytes): AsyncGenerator<Buffer> {
    const { head, rest } = await headAndRest(content)
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
      if (!trust)
        throw new Error('it is not sealed, so nothing proves who wrote it; what is known to be sound is taken with --trust')
      sealed(false)
      yield head
      yield* rest
      return
    }
    if (head.length < HEAD) throw new Error('it was cut short in its head')
    sealed(true)
    const salt = head.subarray(MAGIC.length, MAGIC.length + SALT)
    const key = keyOf(ownerOf(secrets, salt, head.subarray(MAGIC.length + SALT)), salt)
    let nth = 0
    for await (const { part, last } of partsOf(rest, SEALED_PART + TAG)) yield openPart(key, part, nth++, last)
  }

/** The key that an archive is sealed with: that of now, or the one before. */
function ownerOf(secrets: Secrets, salt: Buffer, proof: Buffer): Secrets {
  for (const each of [secrets, secrets.former]) if (each && proofOf(each, salt).equals(proof)) return each
  throw new Error(
    'it is sealed with another key than the one here (SECRET_KEY, SECRET_KEY_OLD, or secret.key in DATA_DIR), or its head was changed',
  )
}

function openPart(key: Buffer, part: Buffer, nth: number, last: boolean): Buffer {
  const open = (end: boolean): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(nth, end), { authTagLength: TAG })
    decipher.setAuthTag(part.subarray(-TAG))
    return Buffer.concat([decipher.update(part.subarray(0, -TAG)), decipher.final()])
  }
  try {
    return open(last)
  } catch {
    throw new Error(`part ${nth + 1} ${whatIsWrong(open, part, last)}`)
  }
}

function whatIsWrong(open: (last: boolean) => Buffer, part: Buffer, last: boolean): string {
  const changed = 'is not what was written there: changed, left out, repeated, moved or cut short'
  if (part.length < TAG) return changed
  try {
    open(!last)
    return last ? 'is followed by nothing: it was cut short' : 'is the last one, and something follows it'
  } catch {
    return changed
  }
}

async function headAndRest(content: Bytes): Promise<{ head: Buffer; rest: Bytes }> {
  const chunks = content[Symbol.asyncIterator]()
  let read: Buffer = Buffer.alloc(0)
  while (read.length < HEAD) {
    const { value, done } = await chunks.next()
    if (done) break
    read = Buffer.concat([read, value])
  }
  const rest = async function* (): AsyncGenerator<Buffer> {
    if (read.length > HEAD) yield read.subarray(HEAD)
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { head: read.subarray(0, HEAD), rest: rest() }
}

/** Bytes in parts of this size; the last one may be shorter, and is told. */
async function* partsOf(content: Bytes, size: number): AsyncGenerator<{ part: Buffer; last: boolean }> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    let at = 0
    for (; held.length - at > size; at += size) yield { part: held.subarray(at, at + size), last: false }
    held = held.subarray(at)
  }
  yield { part: held, last: true }
}
