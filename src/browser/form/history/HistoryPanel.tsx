import { chakra } from '@chakra-ui/react/styled-system'
import { RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { RecordHistoryEntry } from '../../../api/history.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Drawer } from '../../../controls/overlays/Dialog.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { Register } from '../../../model/model.ts'
import { CallError, call } from '../../data/api.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { storeId } from '../../data/identity.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { useMay, useTranslate } from '../../data/session.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { dialogs } from '../../ui/dialogs.tsx'
import { undoWithToast } from '../../ui/undoToast.ts'
import type { FieldValues } from '../draft/draftRows.ts'
import { ChangeTable } from './ChangeTable.tsx'

export interface HistoryPanelProps {
  readonly register: Register
  readonly record: FieldValues
  onClose(): void
  /** The record as a version of before made it; without it nothing can be restored here. */
  onRestored?: (record: FieldValues) => void
}

const page = 20

/** Who changed what and when, field by field; a version of before can be brought back. */
export default function HistoryPanel({ register, record, onClose, onRestored }: HistoryPanelProps) {
  const say = useTranslate()
  const may = useMay()
  const history = useHistory(register, String(record.id))
  const [failure, setFailure] = useState<{ readonly message: string; readonly details: readonly string[] }>()
  const [busy, setBusy] = useState<number>()
  const restore = async (entry: RecordHistoryEntry): Promise<void> => {
    const message = say('work.restore-question', { when: dateTimeText(entry.createdAt) })
    if (!(await dialogs.confirm({ title: say('work.restore'), message, confirm: say('work.restore'), cancel: say('cancel') })))
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
  const { entries, count, error } = history
  return (
    <Drawer open side="end" size="lg" title={say('history')} closeLabel={say('close')} onClose={onClose}>
      {failure ? (
        <chakra.div mb="3">
          <Banner tone="danger" title={failure.message}>
            {failure.details.map(text => (
              <p key={text}>{text}</p>
            ))}
          </Banner>
        </chakra.div>
      ) : null}
      {error ? (
        <Banner tone="danger" title={say('load-failed')}>
          {error}
        </Banner>
      ) : null}
      {entries === undefined && !error ? <Skeleton height="8rem" /> : null}
      {entries?.length === 0 ? <chakra.p color="fg.muted">{say('work.history-empty')}</chakra.p> : null}
      <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="5">
        {entries?.map((entry, at) => (
          <chakra.li key={entry.id}>
            <chakra.div display="flex" alignItems="baseline" gap="2" flexWrap="wrap" mb="1.5">
              <chakra.h3 textStyle="label">
                {say(`work.did-${entry.acao}`, { name: entry.usuario?.nome || entry.usuario?.email || say('work.system') })}
              </chakra.h3>
              <chakra.span textStyle="note">{dateTimeText(entry.createdAt)}</chakra.span>
              {at > 0 && onRestored && entry.acao !== 'excluir' && may(register.access.change) ? (
                <Button
                  look="link"
                  size="sm"
                  icon={<RotateCcw aria-hidden />}
                  busy={busy === entry.id}
                  onClick={() => void restore(entry)}
                >
                  {say('work.restore')}
                </Button>
              ) : null}
            </chakra.div>
            <ChangeTable changes={entry.changes} created={entry.acao === 'criar'} />
          </chakra.li>
        ))}
      </chakra.ol>
      {entries && entries.length < count ? (
        <Button mt="4" onClick={history.more}>
          {say('work.more')}
        </Button>
      ) : null}
    </Drawer>
  )
}

function useHistory(register: Register, id: string) {
  const [entries, setEntries] = useState<readonly RecordHistoryEntry[]>()
  const [count, setCount] = useState(0)
  const [error, setError] = useState<string>()
  const read = useCallback(
    async (skip: number): Promise<void> => {
      try {
        const path = `${register.name}/${encodeURIComponent(id)}/historico`
        const reply = await call<RecordHistoryEntry[]>('GET', path, { query: { skip, limit: page }, keepSession: true })
        setEntries(before => [...(skip === 0 ? [] : (before ?? [])), ...reply.data])
        setCount(reply.count ?? reply.data.length)
      } catch (reason) {
        setError(reason instanceof Error ? reason.message : String(reason))
      }
    },
    [register, id],
  )
  useEffect(() => void read(0), [read])
  return { entries, count, error, more: () => void read(entries?.length ?? 0) }
}
