/** Those who want to hear of something. */
export interface Listeners<Told extends readonly unknown[] = []> {
  /** Calls back each time, until the returned function is called. */
  subscribe(listen: (...told: Told) => void): () => void
  tell(...told: Told): void
}

export function createListeners<Told extends readonly unknown[] = []>(): Listeners<Told> {
  const all = new Set<(...told: Told) => void>()
  return {
    subscribe(listen) {
      all.add(listen)
      return () => all.delete(listen)
    },
    tell(...told) {
      for (const listen of all) listen(...told)
    },
  }
}

/** A value that changes, and those who want to hear of it: what React calls an external store. */
export interface Observable<T> extends Pick<Listeners, 'subscribe'> {
  read(): T
  set(next: T): void
}

export function createObservable<T>(first: T): Observable<T> {
  const { subscribe, tell } = createListeners()
  let value = first
  return {
    subscribe,
    read: () => value,
    set(next) {
      value = next
      tell()
    },
  }
}
