import { useCallback, useState } from 'react'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { recordName } from '../../actions/actions.ts'
import { saveConflictOf } from '../../actions/saveConflict.ts'
import { CallError } from '../../data/api.ts'
import { storeId } from '../../data/identity.ts'
import { raceWithPageHide } from '../../data/pageLifecycle.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { patchRecord } from '../../offline/saveRecords.ts'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import type { ListTools } from '../listTools.ts'
import { createRowSaveQueues } from '../save/rowSaveQueues.ts'
import { saveFailureText } from '../save/useSaveCell.ts'

/** Saves what a moved card says; rejects where it was refused, once it was told why. `said` is told of a save that can be taken back. */
export type SaveMove = (row: RegisterRow, changes: Readonly<Record<string, unknown>>, said: string) => Promise<RegisterRow>

/** The saves of cards: one after the other for a record, with its version, each taken back from its toast or by Ctrl+Z. */
export function useSaveMove({ register, say, undoStack }: ListTools): SaveMove {
  const [lines] = useState(createRowSaveQueues)
  return useCallback<SaveMove>(
    async (row, changes, said) => {
      const id = String(row.id)
      const action = newActionId()
      const lojaId = storeId()
      const ended = undoStack.start(action)
      try {
        const saved = await lines.run([id], async onQueued => {
          const taking = undoStack.settled()
          if (taking) await raceWithPageHide(taking)
          const how = { action, onQueued, title: recordName(register, row) }
          return patchRecord(register.name, { id: row.id, version: lines.version(row), ...changes, lojaId }, how)
        })
        lines.recordVersion(saved)
        undoStack.saved(action, said, `${register.name}/${id}`)
        return saved
      } catch (error) {
        showToast({ tone: 'danger', text: whyNot(error, { register, say }) })
        throw error
      } finally {
        ended()
      }
    },
    [register, say, undoStack, lines],
  )
}

function whyNot(error: unknown, { register, say }: Pick<ListTools, 'register' | 'say'>): string {
  const conflict = error instanceof CallError ? saveConflictOf(error) : undefined
  if (!conflict) return saveFailureText(error, say, register.texts.saveFailed)
  const { by, at } = conflict
  return by ? `${say('conflict-title')}. ${say('conflict-by', { name: by, when: dateTimeText(at) })}` : say('conflict-title')
}
