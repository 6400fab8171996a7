import { type ComponentType, lazy } from 'react'
import { type CodeOnDemand, codeOnDemand } from '../../controls/codeOnDemand.ts'
import { loadWithRetry } from './loadWithRetry.ts'

/** Code behind an import, fetched patiently. */
export const lazyModule = <M>(load: () => Promise<M>): CodeOnDemand<M> => codeOnDemand(load, loadWithRetry)

/**
 * As React's `lazy`. Code that was fetched ahead is drawn at once: a promise, even one that is kept already, would show the
 * fallback, and React leaves that for 300 ms.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own types say it
export function lazyComponent<T extends ComponentType<any>>(code: CodeOnDemand<{ default: T }>) {
  return lazy(() => {
    const found = code.now()
    // biome-ignore lint/suspicious/noThenProperty: answers in the same breath, which no promise does
    const atOnce = { then: (take: (module: { default: T }) => void) => take(found as { default: T }) }
    return found ? (atOnce as unknown as Promise<{ default: T }>) : code()
  })
}
