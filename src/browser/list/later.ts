import { useEffect } from 'react'
import { loadExpressions } from '../data/expressions.ts'
import { patient } from '../frame/patient.ts'

type Inputs = typeof import('../../kinds/inputs.ts')

let inputs: Inputs | undefined

/** The inputs of all kinds, once they are there: an editor that opens later has no moment without one. */
export const inputsNow = (): Inputs | undefined => inputs

/** What a list needs only when something is opened or edited. */
export const later = {
  inputs: () => patient(async () => (inputs = await import('../../kinds/inputs.ts'))),
  filter: () => patient(() => import('./FilterPanel.tsx')),
  bulk: () => patient(() => import('./BulkBar.tsx')),
  detail: () => patient(() => import('./RowDetail.tsx')),
  expressions: () => patient(loadExpressions),
  saveView: () => patient(() => import('./SaveView.tsx')),
} as const

/** Most milliseconds that a busy page keeps the code waiting. */
const patience = 500

/** Fetches all of it as soon as the rows stand. What fails here fails again, and is told, when it is needed. */
export function useFetchedLater(standing: boolean): void {
  useEffect(() => {
    if (!standing) return
    const fetchAll = (): void => void Promise.all(Object.values(later).map(load => load())).catch(() => undefined)
    // Safari has no idle callback.
    const idle = typeof requestIdleCallback === 'function'
    const asked = idle ? requestIdleCallback(fetchAll, { timeout: patience }) : window.setTimeout(fetchAll, patience)
    return () => (idle ? cancelIdleCallback(asked) : clearTimeout(asked))
  }, [standing])
}
