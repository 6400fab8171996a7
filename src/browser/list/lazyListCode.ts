import { useEffect, useState } from 'react'
import { menuPanel } from '../../controls/overlays/menuPanel.ts'
import { undoingCode } from '../actions/useUndoStack.ts'
import { afterFirstRows } from '../data/first/afterFirstRows.ts'
import { loadExpressionEngine } from '../data/useExpressions.ts'
import { pendingBar } from '../grid/edit/Pending.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'

type Inputs = typeof import('../../kinds/inputs.ts')

let inputs: Inputs | undefined

/** The inputs of all kinds, once they are there: an editor that opens later has no moment without one. */
export const loadedInputs = (): Inputs | undefined => inputs

/** Code that a list needs only when something is opened or edited. */
export const lazyListCode = {
  inputs: () => loadWithRetry(() => import('../../kinds/inputs.ts')).then(loaded => (inputs = loaded)),
  menu: menuPanel,
  pending: pendingBar,
  filter: () => loadWithRetry(() => import('./bar/FilterPanel.tsx')),
  chips: () => loadWithRetry(() => import('./bar/FilterChips.tsx')),
  bulk: () => loadWithRetry(() => import('./bar/BulkBar.tsx')),
  note: () => loadWithRetry(() => import('./bar/ListNote.tsx')),
  scan: () => loadWithRetry(() => import('./bar/findScannedRecord.ts')),
  search: () => loadWithRetry(() => import('./bar/SearchNote.tsx')),
  empty: () => loadWithRetry(() => import('./ListEmpty.tsx')),
  paper: () => loadWithRetry(() => import('./ListPaper.tsx')),
  detail: () => loadWithRetry(() => import('./RowDetail.tsx')),
  expressions: () => loadExpressionEngine(loadWithRetry),
  tabs: () => loadWithRetry(() => import('./views/ViewTabs.tsx')),
  undoing: undoingCode,
  totals: () => loadWithRetry(() => import('./query/ListTotals.tsx')),
  saveMany: () => loadWithRetry(() => import('./save/saveMany.ts')),
  saveView: () => loadWithRetry(() => import('./views/SaveViewDialog.tsx')),
} as const

/** Tells whether the first rows have stood for a moment: what a list fetches by itself waits until then. */
export function useStanding(loading: boolean): boolean {
  const [standing, setStanding] = useState(false)
  useEffect(() => {
    if (!loading) afterFirstRows(() => setStanding(true))
  }, [loading])
  return standing
}

/** Most milliseconds that a busy page keeps the code waiting. */
const patience = 500

/** Fetches all of it as soon as the rows stand. What fails here fails again, and is told, when it is needed. */
export function usePrefetchedListCode(standing: boolean): void {
  useEffect(() => {
    if (!standing) return
    const fetchAll = (): void => void Promise.all(Object.values(lazyListCode).map(load => load())).catch(() => undefined)
    // Safari has no idle callback.
    const idle = typeof requestIdleCallback === 'function'
    const asked = idle ? requestIdleCallback(fetchAll, { timeout: patience }) : window.setTimeout(fetchAll, patience)
    return () => (idle ? cancelIdleCallback(asked) : clearTimeout(asked))
  }, [standing])
}
