import { useCallback, useRef } from 'react'
import type { Register } from '../../../model/model.ts'
import type { UndoStack } from '../../actions/undoStack.ts'
import type { RowsState } from '../../data/registerRows.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { useTranslate } from '../../data/session.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import type { RowSaveQueues, SeenRows } from './rowSaveQueues.ts'
import type { SaveMany } from './saveMany.ts'

/** Saves many cells as one, by code that comes once the list stands. */
export function useSaveMany(
  register: Register,
  rows: RowsState,
  seen: SeenRows,
  undoStack: UndoStack,
  lines: RowSaveQueues,
): SaveMany {
  const latest = useRef(rows)
  latest.current = rows
  const say = useTranslate()
  return useCallback<SaveMany>(
    async (changes, valid) => {
      if (changes.length === 0) return { refusals: [] }
      const coming = loadWithRetry(() => import('./saveMany.ts'))
      const action = newActionId()
      const ended = undoStack.start(action)
      const list = { register: register.name, latest, seen, undoStack, lines, say, action }
      try {
        // In line from the paste on: what is typed while the code comes is saved behind it.
        return await lines.run(
          changes.map(({ address }) => address.row),
          async onQueued => (await coming).saveMany(changes, valid, { ...list, onQueued }),
        )
      } finally {
        ended()
      }
    },
    [register.name, seen, undoStack, lines, say],
  )
}
