import { BoundedMemory } from '../../base/boundedMemory.ts'

/** Seconds for which answers are remembered. Changes made by any of our servers are heard of sooner. */
const memory = 30

/** Values by their keys, for a moment. */
export interface Remembered<T> {
  get(key: string, make: () => Promise<T>): Promise<T>
  drop(key: string): void
  clear(): void
}

/** Values kept for a moment. What is asked for twice at once is made once; a failure is not kept. */
export const remembered = <T>(name: string): Remembered<T> => {
  const kept = new BoundedMemory<string, { readonly until: number; readonly value: Promise<T> }>(name, { most: 10_000 })
  return {
    get(key, make) {
      const found = kept.get(key)
      if (found && found.until > Date.now()) return found.value
      const value = make()
      kept.set(key, { until: Date.now() + memory * 1000, value })
      value.catch(() => kept.delete(key))
      return value
    },
    drop: key => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
