import { isRecord } from '../../base/record.ts'
import { ApiError } from '../error.ts'

/** Things in the lists of one request, whatever their depth: more work than one call may make. */
const MOST_ITEMS = 25_000
/** Lists and objects within each other. */
const MOST_DEPTH = 64
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
    else if (depth > MOST_DEPTH) throw new ApiError(400, 'body-too-deep', { max: MOST_DEPTH })
    else if (Array.isArray(value)) {
      this.items += value.length
      if (this.items > MOST_ITEMS) throw new ApiError(413, 'body-too-many', { max: MOST_ITEMS })
      for (const [index, item] of value.entries()) this.check(item, within(path, String(index)), depth + 1)
    } else if (isRecord(value)) {
      for (const [name, member] of Object.entries(value)) {
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
