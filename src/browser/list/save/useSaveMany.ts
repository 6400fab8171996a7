import { useCallback, useRef } from 'react'
import type { Register } from '../../../model/model.ts'
import type { UndoStack } from '../../actions/undoStack.ts'
import type { RowsState } from '../../data/registerRows.ts'
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
      const { saveMany } = await loadWithRetry(() => import('./saveMany.ts'))
      return saveMany(changes, valid, { register: register.name, latest, seen, undoStack, lines, say })
    },
    [register.name, seen, undoStack, lines, say],
  )
}
