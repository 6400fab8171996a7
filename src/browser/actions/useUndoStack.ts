import { useMemo, useRef } from 'react'
import { showToast } from '../../controls/overlays/toasts.ts'
import { afterPaint } from '../data/first/afterPaint.ts'
import { useTranslate } from '../data/session.tsx'
import { reportChunkLoadError } from '../ui/chunkLoadError.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { createUndoStack, type UndoStack } from './undoStack.ts'

/** The words of undoing: fetched with the code that a list needs later, for nobody undoes before the first rows stand. */
export const undoingCode = () => loadWithRetry(() => import('../ui/undoToast.ts'))

/** The undoing of one page. */
export function useUndoStack(): UndoStack {
  const say = useTranslate()
  const latest = useRef(say)
  latest.current = say
  return useMemo(
    () =>
      createUndoStack({
        take: async action => {
          let away = false
          // Without it nothing was taken back, and it can be tried again.
          const code = await undoingCode().catch(reportChunkLoadError)
          if (!code) return 'away'
          const taken = await code.undoWithToast(latest.current, action, undefined, () => {
            away = true
          })
          return away ? 'away' : taken
        },
        // Said once what was saved is on screen.
        tell: (text, undo, topic) => afterPaint(() => showToast({ text, undo, ...(topic === undefined ? {} : { topic }) })),
      }),
    [],
  )
}
