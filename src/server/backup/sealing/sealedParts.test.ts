import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createSeededRandom } from '../../../base/seededRandom.ts'
import { secretsUnderKey } from '../../database/secret.ts'
import { type ArchiveOpening, openedBy, SEALED_PART, sealedBy } from './sealedParts.ts'

const secrets = secretsUnderKey(Buffer.alloc(32, 1))
const random = createSeededRandom(11)
const bytesOf = (length: number): Buffer => Buffer.from(Array.from({ length }, () => random.whole(0, 255)))

const seal = (bytes: Buffer): Promise<Buffer> => buffer(Readable.from(sealedBy(secrets)(Readable.from([bytes]))))

const open = (bytes: Buffer, opening: ArchiveOpening = { secrets }): Promise<Buffer> =>
  buffer(Readable.from(openedBy(opening, () => undefined)(Readable.from(chunksOf(bytes)))))

/** As a disk or a network gives them: of any length. */
const chunksOf = (bytes: Buffer): Buffer[] => {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const next = at + random.whole(1, 50_000)
    chunks.push(bytes.subarray(at, next))
    at = next
  }
  return chunks
}

const HEAD = 68
const size = SEALED_PART + 16
/** Head and parts of a sealed archive. */
const partsOf = (bytes: Buffer): Buffer[] => {
  const parts = [bytes.subarray(0, HEAD)]
  for (let at = HEAD; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size))
  return parts
}

it.each([0, 1, SEALED_PART - 1, SEALED_PART, SEALED_PART + 1, 3 * SEALED_PART, 3 * SEALED_PART + 500])(
  'gives %d bytes back as they were, and shows none of them',
  async length => {
    const bytes = bytesOf(length)
    const sealed = await seal(bytes)
    expect(await open(sealed)).toEqual(bytes)
    if (length > 100) expect(sealed.includes(bytes.subarray(0, 50))).toBe(false)
  },
)

it('refuses one in which any part is another, is missing, stands twice or elsewhere, and tells which', async () => {
  const parts = partsOf(await seal(bytesOf(3 * SEALED_PART + 500)))
  expect(parts.length).toBe(5)
  const refused = (changed: readonly Buffer[], why: string | RegExp): Promise<void> =>
    expect(open(Buffer.concat(changed))).rejects.toThrow(why)
  for (const [at, part] of parts.entries())
    for (const place of [0, Math.floor(part.length / 2), part.length - 1]) {
      const flipped = Buffer.from(part)
      flipped[place] = (flipped[place] ?? 0) ^ 1
      await refused(parts.with(at, flipped), at > 0 ? `part ${at} is not what was written` : /not sealed|another key/)
    }
  for (let at = 1; at < parts.length; at++) {
    await refused(parts.toSpliced(at, 1), at === 4 ? 'part 3 is followed by nothing' : `part ${at} `)
    await refused(parts.toSpliced(at, 0, parts[at] ?? Buffer.alloc(0)), at === 4 ? /part [45] / : `part ${at + 1} `)
    for (let other = at + 1; other < parts.length; other++) {
      const [one, two] = [parts[at], parts[other]]
      if (one && two) await refused(parts.with(at, two).with(other, one), `part ${at} `)
    }
  }
  // Parts of another archive under the same key are none of this one.
  const others = partsOf(await seal(bytesOf(3 * SEALED_PART + 500)))
  await refused(parts.with(2, others[2] ?? Buffer.alloc(0)), 'part 2 ')
  await refused([others[0] ?? Buffer.alloc(0), ...parts.slice(1)], 'part 1 ')
})

it('refuses one that was cut short or goes on after its end', async () => {
  const sealed = await seal(bytesOf(3 * SEALED_PART))
  for (const length of [10, HEAD - 1, HEAD, HEAD + 5, HEAD + size, HEAD + 2 * size, sealed.length - 1])
    await expect(open(sealed.subarray(0, length)), String(length)).rejects.toThrow(/cut short|not sealed/)
  await expect(open(Buffer.concat([sealed, Buffer.alloc(1)]))).rejects.toThrow('part 3 is the last one, and something follows')
})

it('opens under its own key alone, or under the one before while that is given', async () => {
  const sealed = await seal(bytesOf(100))
  const another = secretsUnderKey(Buffer.alloc(32, 2))
  await expect(open(sealed, { secrets: another, trust: true })).rejects.toThrow('another key')
  expect((await open(sealed, { secrets: { ...another, former: secrets } })).length).toBe(100)
})

it('takes one that is not sealed by hand alone', async () => {
  const plain = bytesOf(1000)
  await expect(open(plain)).rejects.toThrow('it is not sealed, so nothing proves who wrote it')
  expect(await open(plain, { secrets, trust: true })).toEqual(plain)
})
