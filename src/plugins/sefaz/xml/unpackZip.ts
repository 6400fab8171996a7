import { inflateRawSync } from 'node:zlib'
import { XmlRefusal } from './xmlRefusal.ts'

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What an archive may unpack to. */
export interface ZipLimits {
  readonly files: number
  /** Of one file. */
  readonly bytes: number
  readonly allBytes: number
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const longestComment = 65_535

/** Whether bytes begin as an archive does. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** The files of an archive that anybody may have made: what is beyond the limits is refused before it is unpacked. @throws XmlRefusal */
export function unpackZip(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return entriesOf(all, limits)
  } catch (error) {
    // Places beyond the end of the bytes, and what does not unpack.
    if (error instanceof XmlRefusal) throw error
    throw new XmlRefusal('is no archive that can be read')
  }
}

function entriesOf(all: Buffer, { files, bytes: most, allBytes }: ZipLimits): ZipEntry[] {
  const end = placeOfEnd(all)
  const count = all.readUInt16LE(end + 10)
  if (count > files * 2) throw new XmlRefusal(`holds more than ${files} files`)
  const found: ZipEntry[] = []
  let left = allBytes
  let at = all.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (all.readUInt32LE(at) !== entryMark) throw new XmlRefusal('is no archive that can be read')
    const [nameLength, extra, comment] = [all.readUInt16LE(at + 28), all.readUInt16LE(at + 30), all.readUInt16LE(at + 32)]
    const name = all.toString('utf8', at + 46, at + 46 + nameLength)
    if (!name.endsWith('/')) {
      const limit = Math.min(most, left)
      const unpacked = unpack(all, at, limit)
      left -= unpacked.byteLength
      found.push({ name, bytes: unpacked })
      if (found.length > files) throw new XmlRefusal(`holds more than ${files} files`)
    }
    at += 46 + nameLength + extra + comment
  }
  return found
}

function placeOfEnd(all: Buffer): number {
  const first = Math.max(0, all.length - 22 - longestComment)
  for (let at = all.length - 22; at >= first; at -= 1) if (all.readUInt32LE(at) === endMark) return at
  throw new XmlRefusal('is no archive that can be read')
}

function unpack(all: Buffer, entry: number, limit: number): Uint8Array {
  const [flags, method] = [all.readUInt16LE(entry + 8), all.readUInt16LE(entry + 10)]
  const [packed, size, local] = [all.readUInt32LE(entry + 20), all.readUInt32LE(entry + 24), all.readUInt32LE(entry + 42)]
  if ((flags & 1) === 1 || all.readUInt32LE(local) !== localMark) throw new XmlRefusal('is no archive that can be read')
  if (size > limit || (method === 0 && packed > limit)) throw new XmlRefusal(`unpacks to more than ${limit} bytes`)
  const from = local + 30 + all.readUInt16LE(local + 26) + all.readUInt16LE(local + 28)
  if (from + packed > all.length) throw new XmlRefusal('is no archive that can be read')
  const content = all.subarray(from, from + packed)
  if (method === 0) return content
  if (method !== 8) throw new XmlRefusal('is no archive that can be read')
  return inflateRawSync(content, { maxOutputLength: Math.max(1, limit) })
}
