import { inflateRawSync } from 'node:zlib'
import type { ReadBudget } from './readBudget.ts'
import { XmlRefusal } from './xmlRefusal.ts'

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The limits of unpacking an archive. */
export interface ZipLimits {
  readonly files: number
  /** Of one file. */
  readonly bytes: number
  /** Shared with what else came. */
  readonly budget: ReadBudget
  /** Others are passed over. */
  isWanted(name: string): boolean
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const longestComment = 65_535
const unreadable = (): XmlRefusal => new XmlRefusal('is no archive that can be read')

/** Tells whether bytes begin as an archive does. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/**
 * The files of an archive that anybody may have made: what is beyond the limits is refused before it is unpacked, and so is an archive whose files share
 * their bytes or their name. Not by a library: those believe the sizes that an archive tells of itself, and do not say where a file lies.
 * @throws XmlRefusal
 */
export function unpackZip(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const places = placesOf(all, limits).filter(({ name }) => limits.isWanted(name))
    if (places.length > limits.files) throw new XmlRefusal(`holds more than ${limits.files} files`)
    return places.map(place => ({ name: place.name, bytes: unpack(all, place, limits) }))
  } catch (error) {
    // Places beyond the end of the bytes, and what does not unpack.
    if (error instanceof XmlRefusal) throw error
    throw unreadable()
  }
}

/** Where a file lies. */
interface Place {
  readonly name: string
  readonly method: number
  /** As the archive says. */
  readonly size: number
  readonly start: number
  readonly from: number
  readonly to: number
}

/** All files of the directory, each at a place of its own before it. */
function placesOf(all: Buffer, { files }: ZipLimits): Place[] {
  const end = placeOfEnd(all)
  const count = all.readUInt16LE(end + 10)
  if (count > files * 2) throw new XmlRefusal(`holds more than ${files} files`)
  const directory = all.readUInt32LE(end + 16)
  const places: Place[] = []
  let at = directory
  for (let n = 0; n < count; n += 1) {
    if (all.readUInt32LE(at) !== entryMark) throw unreadable()
    const [nameLength, extra, comment] = [all.readUInt16LE(at + 28), all.readUInt16LE(at + 30), all.readUInt16LE(at + 32)]
    const name = all.toString('utf8', at + 46, at + 46 + nameLength)
    if (!name.endsWith('/')) places.push(placeOf(all, at, name))
    at += 46 + nameLength + extra + comment
  }
  const inOrder = places.toSorted((a, b) => a.start - b.start)
  const overlap = inOrder.some(({ to }, nth) => to > (inOrder[nth + 1]?.start ?? directory))
  if (overlap || new Set(places.map(({ name }) => name)).size < places.length) throw unreadable()
  return places
}

function placeOfEnd(all: Buffer): number {
  const first = Math.max(0, all.length - 22 - longestComment)
  for (let at = all.length - 22; at >= first; at -= 1) if (all.readUInt32LE(at) === endMark) return at
  throw unreadable()
}

function placeOf(all: Buffer, entry: number, name: string): Place {
  const [flags, method] = [all.readUInt16LE(entry + 8), all.readUInt16LE(entry + 10)]
  const [packed, size, start] = [all.readUInt32LE(entry + 20), all.readUInt32LE(entry + 24), all.readUInt32LE(entry + 42)]
  if ((flags & 1) === 1 || all.readUInt32LE(start) !== localMark) throw unreadable()
  const from = start + 30 + all.readUInt16LE(start + 26) + all.readUInt16LE(start + 28)
  return { name, method, size, start, from, to: from + packed }
}

function unpack(all: Buffer, { method, size, from, to }: Place, { bytes: most, budget }: ZipLimits): Uint8Array {
  if (method !== 0 && method !== 8) throw unreadable()
  if (Math.max(size, method === 0 ? to - from : 0) > most) throw new XmlRefusal(`unpacks to more than ${most} bytes`)
  budget.takeBytes(size)
  const content = all.subarray(from, to)
  const unpacked = method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(1, size) })
  // The budget was charged the size that the archive states.
  if (unpacked.byteLength !== size) throw unreadable()
  return unpacked
}
