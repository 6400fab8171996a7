import { useCallback, useRef } from 'react'
import { asValue } from '../../../kinds/asValue.ts'
import { referenceId, useInputServices } from '../../../kinds/inputServices.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { recordName } from '../../actions/actions.ts'
import { failureText } from '../../actions/failureText.ts'
import { type SaveConflict, saveConflictOf } from '../../actions/saveConflict.ts'
import type { UndoStack } from '../../actions/undoStack.ts'
import { CallError } from '../../data/api.ts'
import { storeId } from '../../data/identity.ts'
import { raceWithPageHide } from '../../data/pageLifecycle.ts'
import type { RegisterRow, RowsState } from '../../data/registerRows.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { useTranslate } from '../../data/session.tsx'
import { patchRecord } from '../../offline/saveRecords.ts'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import type { RowSaveQueues, SeenRows } from './rowSaveQueues.ts'

/** `restores`: the value from before is put back, and that is what is said. `failed`: the words of a failure, before its reason. */
export type SaveCell = (rowId: string, name: string, value: unknown, restores?: boolean, failed?: string) => Promise<void>

/**
 * Saves one field of a row: shown at once, sent with the row's version, replaced by the reply. When it is refused the row is
 * as before (or as someone else left it), and the error says why.
 */
export function useSaveCell(
  register: Register,
  rows: RowsState,
  seen: SeenRows,
  undoStack: UndoStack,
  lines: RowSaveQueues,
): SaveCell {
  const latest = useRef(rows)
  latest.current = rows
  /** Typed values that are not saved yet, by row: an answer about a neighbour does not hide them. */
  const hopes = useRef(new Map<string, Readonly<Record<string, unknown>>>())
  const say = useTranslate()
  const { labelOf } = useInputServices()

  return useCallback<SaveCell>(
    async (rowId, name, value, restores = false, failed) => {
      const row = seen.get(rowId)
      const field = fieldOf(register, name)
      if (!row || !field) throw new Error(say('update-failed'))
      const put = (change: Partial<RegisterRow>): void => {
        const hoped = hopes.current.get(rowId)
        latest.current.mutate(all => all.map(one => (String(one.id) === rowId ? { ...one, ...change, ...hoped } : one)))
      }
      const settled = (): void => {
        const { [name]: hoped, ...others } = hopes.current.get(rowId) ?? {}
        if (hoped === value) hopes.current.set(rowId, others)
      }
      hopes.current.set(rowId, { ...hopes.current.get(rowId), [name]: value })
      put({})
      const id = field.reference && referenceId(asValue(value))
      if (field.reference) void showLabel(field.reference.as, id === undefined ? undefined : labelOf(field.reference.to, id), put)
      const action = newActionId()
      // Of the store that the row is shown in, however long the save waits.
      const lojaId = storeId()
      const ended = undoStack.start(action)
      try {
        const saved = await lines.run([rowId], async onQueued => {
          const taking = undoStack.settled()
          if (taking) await raceWithPageHide(taking)
          const how = { action, onQueued, title: `${recordName(register, row)} · ${field.title}` }
          const version = lines.version(seen.get(rowId) ?? row)
          return patchRecord(register.name, { id: row.id, version, [name]: value, lojaId }, how)
        })
        lines.recordVersion(saved)
        settled()
        put(saved)
        const text = say(restores ? 'list.cell-restored' : 'list.cell-saved', { title: field.title })
        undoStack.saved(action, text, `${register.name}/${rowId}`)
      } catch (error) {
        settled()
        const conflict = error instanceof CallError ? saveConflictOf(error) : undefined
        const before = field.reference
          ? { [name]: row[name], [field.reference.as]: row[field.reference.as] }
          : { [name]: row[name] }
        put(conflict?.current ?? before)
        if (conflict && !conflict.current) latest.current.reload()
        throw new Error(
          conflict
            ? saidConflict(conflict, say)
            : saveFailureText(
                error,
                say,
                failed ?? (register.texts.saveFailed === 'save-failed' ? undefined : register.texts.saveFailed),
              ),
        )
      } finally {
        ended()
      }
    },
    [register, say, labelOf, seen, undoStack, lines],
  )
}

/** Until the server's reply brings it, the label of what was just chosen. */
async function showLabel(
  as: string,
  label: Promise<string | undefined> | undefined,
  put: (change: Partial<RegisterRow>) => void,
): Promise<void> {
  const text = await label?.catch(() => undefined)
  if (text !== undefined) put({ [as]: { label: text } })
}

/** That it was not saved, and the field's own reason where the server gave one. */
export function saveFailureText(error: unknown, say: Translate, failed = 'update-failed'): string {
  if (!(error instanceof CallError)) return say(failed)
  const [detail] = error.details
  if (detail) return failureText(say(failed), detail.message)
  return error.status === 0 || error.status < 500 ? failureText(say(failed), error.message) : say(failed)
}

function saidConflict({ by, at }: SaveConflict, say: Translate): string {
  return by ? `${say('conflict-title')}. ${say('conflict-by', { name: by, when: dateTimeText(at) })}` : say('conflict-title')
}
