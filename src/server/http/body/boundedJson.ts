import { ApiError } from '../../error.ts'
import { contentLimits } from '../../query/checkContents.ts'

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Members of all objects of one body, whatever their number in each. */
const MOST_MEMBERS = 1_000_000

/**
 * Looks over the bytes of a JSON text before it is parsed: parsing what is refused anyway would hold up everybody for seconds. It counts and no more; the
 * exact bounds, and whether it is JSON at all, are others' to say.
 *
 * @throws ApiError 413 for more than a call may hold, 400 for more levels
 */
export function demandBoundedJson(bytes: Uint8Array): void {
  const counts = new BoundedCounts()
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at]
    if (sign === QUOTE) at = endOfText(bytes, at)
    else if (sign === COMMA) counts.next()
    else if (sign === LIST || sign === OBJECT) counts.open(sign === LIST)
    else if (sign === LIST_END || sign === OBJECT_END) counts.close()
  }
}

function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** Counts of what is open at each level. */
class BoundedCounts {
  private level = 0
  private items = 0
  private members = 0
  private readonly lists = new Uint8Array(contentLimits.levels + 2)
  private readonly ofLevel = new Uint32Array(contentLimits.levels + 2)

  open(isList: boolean): void {
    this.level += 1
    if (this.level > contentLimits.levels + 1) throw new ApiError(400, 'body-too-deep', { max: contentLimits.levels })
    this.lists[this.level] = isList ? 1 : 0
    this.ofLevel[this.level] = 0
  }

  close(): void {
    this.level = Math.max(0, this.level - 1)
  }

  /** A further one of the list or object at hand. */
  next(): void {
    if (this.lists[this.level] === 1) {
      this.items += 1
      if (this.items > contentLimits.items) throw tooMany(contentLimits.items)
      return
    }
    const own = (this.ofLevel[this.level] ?? 0) + 1
    this.ofLevel[this.level] = own
    this.members += 1
    if (own > contentLimits.members) throw tooMany(contentLimits.members)
    if (this.members > MOST_MEMBERS) throw tooMany(MOST_MEMBERS)
  }
}

const tooMany = (max: number): ApiError => new ApiError(413, 'body-too-many', { max })
