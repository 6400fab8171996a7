/** Anything that keeps values by key. */
interface Memory<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** The value kept under the key, made the first time it is asked for. */
export function memoizeByKey<K, V>(memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}
