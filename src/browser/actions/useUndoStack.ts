import { useMemo, useRef } from 'react'
import { showToast } from '../../controls/overlays/toasts.ts'
import { afterPaint } from '../data/first/afterPaint.ts'
import { useTranslate } from '../data/session.tsx'
import { undoWithToast } from '../ui/undoToast.ts'
import { createUndoStack, type UndoStack } from './undoStack.ts'

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
          const taken = await undoWithToast(latest.current, action, undefined, () => {
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
