import { useState } from 'react'
import type { RecordHistoryEntry } from '../../../api/history.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Register } from '../../../model/model.ts'
import { CallError, call } from '../../data/api.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { storeId } from '../../data/identity.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { useTranslate } from '../../data/session.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { dialogs } from '../../ui/dialogs.tsx'
import { undoWithToast } from '../../ui/undoToast.ts'
import type { FieldValues } from '../draft/draftRows.ts'

export interface RestoreOptions {
  readonly register: Register
  readonly record: FieldValues
  onClose(): void
  /** The record as a version of before made it; without it nothing can be restored here. */
  readonly onRestored?: (record: FieldValues) => void
}

interface RestoreFailure {
  readonly message: string
  readonly details: readonly string[]
}

/** Brings a version of a record back, once the person has confirmed it; that can be undone. */
export function useRestoreVersion({ register, record, onClose, onRestored }: RestoreOptions) {
  const say = useTranslate()
  const [failure, setFailure] = useState<RestoreFailure>()
  /** The version on its way back. */
  const [busy, setBusy] = useState<number>()
  const restore = async (entry: RecordHistoryEntry): Promise<void> => {
    const message = say('work.restore-question', { when: dateTimeText(entry.createdAt) })
    if (!(await dialogs.confirm({ title: say('work.restore'), message, confirm: say('work.restore'), cancel: say('back') })))
      return
    setBusy(entry.id)
    setFailure(undefined)
    const action = newActionId()
    try {
      const path = `${register.name}/${encodeURIComponent(String(record.id))}/restaurar`
      const body = { historico: entry.id, ...(storeId() === undefined ? {} : { lojaId: storeId() }) }
      const { data } = await call<FieldValues>('POST', path, { body, action })
      onRestored?.(data)
      void clearRegisterCache(register.name)
      showToast({
        text: say('work.restored'),
        undo: () => void undoWithToast(say, action, () => void clearRegisterCache(register.name)),
      })
      onClose()
    } catch (error) {
      const told = error instanceof CallError ? error : undefined
      setFailure({ message: told?.message ?? say('something-wrong'), details: told?.details.map(one => one.message) ?? [] })
    } finally {
      setBusy(undefined)
    }
  }
  return { restore, busy, failure }
}
