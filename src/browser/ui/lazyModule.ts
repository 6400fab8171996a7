import { type ComponentType, lazy } from 'react'
import { loadWithRetry } from './loadWithRetry.ts'

/** Code that is fetched when it is needed, and what came of it once it is there. */
export interface LazyModule<M> {
  (): Promise<M>
  loaded(): M | undefined
}

/** Code behind an import, fetched patiently. */
export function lazyModule<M>(load: () => Promise<M>): LazyModule<M> {
  let found: M | undefined
  const fetched = (): Promise<M> =>
    loadWithRetry(async () => {
      found = await load()
      return found
    })
  return Object.assign(fetched, { loaded: () => found })
}

/**
 * As React's `lazy`. Code that was fetched ahead is drawn at once: a promise, even one that is kept already, would show the
 * fallback, and React leaves that for 300 ms.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own types say it
export function lazyComponent<T extends ComponentType<any>>(code: LazyModule<{ default: T }>) {
  return lazy(() => {
    const found = code.loaded()
    // biome-ignore lint/suspicious/noThenProperty: answers in the same breath, which no promise does
    const atOnce = { then: (take: (module: { default: T }) => void) => take(found as { default: T }) }
    return found ? (atOnce as unknown as Promise<{ default: T }>) : code()
  })
}
