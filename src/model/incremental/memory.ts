import type { Reads, Watch } from './watch.ts'

interface Kept<T> {
  readonly inputs: readonly unknown[]
  readonly reads: Reads
  readonly made: T
}

/** How many versions of each are kept: what is changed, and changed back, is not made again. */
const versions = 2

/** Things by name that are made anew only when something differs of which they were made. */
export class Memory<T> {
  private readonly kept = new Map<string, readonly Kept<T>[]>()
  private readonly watch: Watch

  constructor(watch: Watch) {
    this.watch = watch
  }

  /**
   * Returns the thing made of the same inputs, each the very same, when all that it read of watched records was the same, too; else what `make` gives.
   * Nothing else may bear on it, and no other thing is made within it.
   */
  of(name: string, inputs: readonly unknown[], make: () => T): T {
    const all = this.kept.get(name) ?? []
    const known = all.find(each => same(each.inputs, inputs) && this.watch.finds(each.reads))
    if (known && known === all[0]) return known.made
    const first = known ?? { inputs, ...this.watch.during(make) }
    this.kept.set(name, [first, ...all.filter(each => each !== known)].slice(0, versions))
    return first.made
  }
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i])
