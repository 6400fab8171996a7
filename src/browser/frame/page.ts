import { type ComponentType, lazy } from 'react'
import { patient } from './patient.ts'

/** Code that is fetched when it is needed, and what came of it once it is there. */
export interface Code<M> {
  (): Promise<M>
  now(): M | undefined
}

/** Code behind an import, fetched patiently. */
export function codeOf<M>(load: () => Promise<M>): Code<M> {
  let found: M | undefined
  const fetched = (): Promise<M> =>
    patient(async () => {
      found = await load()
      return found
    })
  return Object.assign(fetched, { now: () => found })
}

/**
 * As React's `lazy`. Code that was fetched ahead is drawn at once: a promise, even one that is kept already, would show the
 * fallback, and React leaves that for 300 ms.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own types say it
export function drawn<T extends ComponentType<any>>(code: Code<{ default: T }>) {
  return lazy(() => {
    const found = code.now()
    // biome-ignore lint/suspicious/noThenProperty: answers in the same breath, which no promise does
    const atOnce = { then: (take: (module: { default: T }) => void) => take(found as { default: T }) }
    return found ? (atOnce as unknown as Promise<{ default: T }>) : code()
  })
}
