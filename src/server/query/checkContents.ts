import { isRecord } from '../../base/record.ts'
import { ApiError } from '../error.ts'

/**
 * Bounds of one request. Items: things in all of its lists, more work than one call may make; members: those of one object, more than any register
 * has fields; levels: lists and objects within each other.
 */
export const contentLimits = { items: 25_000, members: 5000, levels: 64 } as const
/** By these JavaScript makes a text or a number of an object: no field is called so, and a request must not say how. */
const ownWays = new Set(['toString', 'valueOf', 'toJSON'])

/**
 * Looks over what a request says: a text that the database cannot hold is refused by the name of its field, and so is more than a call
 * may be asked to work on. `anyText`: the call drops from texts what cannot be stored.
 */
export function checkContents(value: unknown, path = '', anyText = false): void {
  new ContentsCheck(anyText).check(value, path, 0)
}

class ContentsCheck {
  private items = 0
  private readonly anyText: boolean

  constructor(anyText: boolean) {
    this.anyText = anyText
  }

  check(value: unknown, path: string, depth: number): void {
    if (typeof value === 'string') this.checkText(value, path)
    // 1e400 is a number that JSON can write and nothing can hold.
    else if (typeof value === 'number' && !Number.isFinite(value)) throw refusal('number-invalid', path)
    else if (depth > contentLimits.levels) throw new ApiError(400, 'body-too-deep', { max: contentLimits.levels })
    else if (Array.isArray(value)) {
      this.items += value.length
      if (this.items > contentLimits.items) throw new ApiError(413, 'body-too-many', { max: contentLimits.items })
      for (const [index, item] of value.entries()) this.check(item, within(path, String(index)), depth + 1)
    } else if (isRecord(value)) {
      const members = Object.entries(value)
      if (members.length > contentLimits.members) throw new ApiError(413, 'body-too-many', { max: contentLimits.members })
      for (const [name, member] of members) {
        const at = within(path, name)
        if (ownWays.has(name)) throw refusal('field-unknown', at)
        this.checkText(name, at)
        this.check(member, at, depth + 1)
      }
    }
  }

  private checkText(text: string, path: string): void {
    if (text.includes('\0') && !this.anyText) throw refusal('text-unstorable', path.replaceAll('\0', ''))
  }
}

const refusal = (code: string, field: string): ApiError =>
  new ApiError(422, code, { field }, [{ path: field, code, params: { field } }])

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
