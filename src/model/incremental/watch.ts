import { memoizeByKey } from '../../base/memoizeByKey.ts'

type Members = Readonly<Record<string, unknown>>

/** The members that were read of watched records: by record and member what was found; under `names` the names of all members. */
export type Reads = ReadonlyMap<string, ReadonlyMap<string | symbol, unknown>>

const names = Symbol('names of members')

/** Records of which it is known what is read of them. */
export class Watch {
  private readonly records = new Map<string, Members>()
  private reads: Map<string, Map<string | symbol, unknown>> | undefined

  /**
   * The same record, seen through. `meaning` of a member tells it from another: the member itself where it stays the same object as long as
   * nothing of it changes.
   */
  over<T extends object>(record: string, members: T, meaning = (one: T[keyof T], _name: string): unknown => one): T {
    const known = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, meaning(one, name)]))
    this.records.set(record, known)
    const note = (name: string | symbol): void => {
      if (this.reads) memoizeByKey(this.reads, record, () => new Map<string | symbol, unknown>()).set(name, valueOf(known, name))
    }
    return new Proxy(members, {
      get: (all, name) => {
        note(name)
        return Reflect.get(all, name)
      },
      has: (all, name) => {
        note(name)
        return Reflect.has(all, name)
      },
      ownKeys: all => {
        note(names)
        return Reflect.ownKeys(all)
      },
      getOwnPropertyDescriptor: (all, name) => {
        note(name)
        return Reflect.getOwnPropertyDescriptor(all, name)
      },
    })
  }

  /** Returns what `make` gives, and the members that it reads meanwhile. */
  during<T>(make: () => T): { readonly made: T; readonly reads: Reads } {
    const reads = new Map<string, Map<string | symbol, unknown>>()
    this.reads = reads
    try {
      return { made: make(), reads }
    } finally {
      this.reads = undefined
    }
  }

  /** Whether reading it all once more finds the same. */
  finds(reads: Reads): boolean {
    for (const [record, noted] of reads) {
      const known = this.records.get(record) ?? {}
      for (const [name, value] of noted) if (valueOf(known, name) !== value) return false
    }
    return true
  }
}

const listed = new WeakMap<Members, string>()

function valueOf(members: Members, name: string | symbol): unknown {
  if (typeof name === 'string') return Object.hasOwn(members, name) ? members[name] : undefined
  if (name !== names) return undefined
  const known = listed.get(members) ?? Object.keys(members).join('\n')
  listed.set(members, known)
  return known
}
