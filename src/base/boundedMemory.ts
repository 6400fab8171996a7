import { memoizeByKey } from './memoizeByKey.ts'

/** How much a memory holds, as `/metrics` tells it. */
export interface MemoryFigure {
  readonly name: string
  readonly held: number
  readonly most: number
}

/** Memories that are in use, those of one name together. */
const figures: { readonly name: string; readonly most: number; readonly held: WeakRef<{ held(): number }> }[] = []

/** Returns how much each memory holds and how much it may, in its own measure: values, or the characters of them. */
export function memoryFigures(): MemoryFigure[] {
  const all = new Map<string, MemoryFigure>()
  for (const [at, { name, most, held }] of [...figures.entries()].reverse()) {
    const memory = held.deref()
    const known = all.get(name) ?? { name, held: 0, most: 0 }
    if (memory) all.set(name, { name, held: known.held + memory.held(), most: known.most + most })
    else figures.splice(at, 1)
  }
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The size of a memory. */
export interface MemorySize<K, V> {
  /** Most of what it holds, counted in values unless it says otherwise. */
  readonly most: number
  /** How much a value counts. */
  weigh?(key: K, value: V): number
}

/**
 * Keeps values by key, as a Map does, but no more than fit: once half of the room is filled by values that are new or were asked for since, those that nobody
 * asked for meanwhile go. A value that is asked for stays, without any order being kept of each reading.
 */
export class BoundedMemory<K, V> {
  private readonly size: MemorySize<K, V>
  private fresh = new Map<K, V>()
  private aged = new Map<K, V>()
  private filled = 0
  private before = 0

  /** `name`: what it is called in `/metrics`. */
  constructor(name: string, size: MemorySize<K, V>) {
    this.size = size
    figures.push({ name, most: size.most, held: new WeakRef(this) })
  }

  get(key: K): V | undefined {
    const known = this.fresh.get(key)
    if (known !== undefined) return known
    const old = this.aged.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  /** Keeps a value; one that fills half of the room by itself is not kept. */
  set(key: K, value: V): void {
    this.delete(key)
    const weight = this.weigh(key, value)
    if (weight > this.size.most / 2) return
    if (this.filled + weight > this.size.most / 2) {
      this.aged = this.fresh
      this.before = this.filled
      this.fresh = new Map()
      this.filled = 0
    }
    this.fresh.set(key, value)
    this.filled += weight
  }

  delete(key: K): void {
    const [known, old] = [this.fresh.get(key), this.aged.get(key)]
    if (known !== undefined) this.filled -= this.weigh(key, known)
    if (old !== undefined) this.before -= this.weigh(key, old)
    this.fresh.delete(key)
    this.aged.delete(key)
  }

  clear(): void {
    this.fresh = new Map()
    this.aged = new Map()
    this.filled = 0
    this.before = 0
  }

  held(): number {
    return this.filled + this.before
  }

  private weigh(key: K, value: V): number {
    return this.size.weigh?.(key, value) ?? 1
  }
}

/**
 * Keeps values by an object and a key below it: they go with the object, and as a `BoundedMemory` lets them go. The room is for those of all objects together, so that
 * many objects hold no more than one.
 */
export class OwnedMemory<O extends object, K, V> {
  private readonly most: number
  private fresh = new WeakMap<O, Map<K, V>>()
  private aged = new WeakMap<O, Map<K, V>>()
  private filled = 0
  private before = 0

  /** `name`: what it is called in `/metrics`. */
  constructor(name: string, { most }: { readonly most: number }) {
    this.most = most
    figures.push({ name, most, held: new WeakRef(this) })
  }

  /** Returns the value of a key below an object, made the first time it is asked for. */
  of(owner: O, key: K, make: () => V): V {
    const known = this.fresh.get(owner)?.get(key)
    if (known !== undefined) return known
    const made = this.aged.get(owner)?.get(key) ?? make()
    if (this.filled >= this.most / 2) {
      this.aged = this.fresh
      this.before = this.filled
      this.fresh = new WeakMap()
      this.filled = 0
    }
    memoizeByKey(this.fresh, owner, () => new Map<K, V>()).set(key, made)
    this.filled += 1
    return made
  }

  /** Values whose object is gone are counted until their room is given to others. */
  held(): number {
    return this.filled + this.before
  }
}
