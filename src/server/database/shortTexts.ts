import { BufferReader } from 'pg-protocol/dist/buffer-reader.js'

/** The part of pg's reader that its types leave out. */
interface Inside {
  offset: number
  readonly buffer: Uint8Array
}

const single = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** The text of up to four bytes; undefined when it is longer, or has other letters than ASCII. */
function shortText(bytes: Uint8Array, at: number, length: number): string | undefined {
  const a = bytes[at] ?? 128
  if (length === 1) return single[a]
  const b = bytes[at + 1] ?? 128
  if (length === 2) return (a | b) < 128 ? String.fromCharCode(a, b) : undefined
  const c = bytes[at + 2] ?? 128
  if (length === 3) return (a | b | c) < 128 ? String.fromCharCode(a, b, c) : undefined
  const d = bytes[at + 3] ?? 128
  return length === 4 && (a | b | c | d) < 128 ? String.fromCharCode(a, b, c, d) : undefined
}

/**
 * Has pg read short texts from their bytes: what Buffer asks for each is five times as much, and the values of a wide row are mostly flags
 * and small numbers. What is read is the same. For the whole process.
 */
export function readShortTexts(): void {
  const whole = BufferReader.prototype.string
  function string(this: Inside, length: number): string {
    const text = shortText(this.buffer, this.offset, length)
    if (text === undefined) return Reflect.apply(whole, this, [length])
    this.offset += length
    return text
  }
  Object.assign(BufferReader.prototype, { string })
}
