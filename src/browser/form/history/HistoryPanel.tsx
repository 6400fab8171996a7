import { chakra } from '@chakra-ui/react/styled-system'
import { RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { RecordHistoryEntry } from '../../../api/history.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Drawer } from '../../../controls/overlays/Dialog.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { Register } from '../../../model/model.ts'
import { call } from '../../data/api.ts'
import { useMay, useTranslate } from '../../data/session.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { type RestoreOptions, useRestoreVersion } from './useRestoreVersion.ts'

const page = 20

/** Shows who changed what and when, field by field; an earlier version can be brought back. */
export default function HistoryPanel(props: RestoreOptions) {
  const { register, record, onClose, onRestored } = props
  const say = useTranslate()
  const may = useMay()
  const { entries, count, error, more } = useHistory(register, String(record.id))
  const { restore, busy, failure } = useRestoreVersion(props)
  const restorable = onRestored !== undefined && may(register.access.change)
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
          <HistoryEntry
            key={entry.id}
            entry={entry}
            busy={busy === entry.id}
            // The newest version is the record as it stands.
            onRestore={restorable && at > 0 && entry.acao !== 'excluir' ? restore : undefined}
          />
        ))}
      </chakra.ol>
      {entries && entries.length < count ? (
        <Button mt="4" onClick={more}>
          {say('work.more')}
        </Button>
      ) : null}
    </Drawer>
  )
}

interface HistoryEntryProps {
  readonly entry: RecordHistoryEntry
  readonly busy: boolean
  readonly onRestore: ((entry: RecordHistoryEntry) => Promise<void>) | undefined
}

/** One change: who did it and when, what it changed, and the way back to it. */
function HistoryEntry({ entry, busy, onRestore }: HistoryEntryProps) {
  const say = useTranslate()
  return (
    <chakra.li>
      <chakra.div display="flex" alignItems="baseline" gap="2" flexWrap="wrap" mb="1.5">
        <chakra.h3 textStyle="label">
          {say(`work.did-${entry.acao}`, { name: entry.usuario?.nome || entry.usuario?.email || say('work.system') })}
        </chakra.h3>
        <chakra.span textStyle="note">{dateTimeText(entry.createdAt)}</chakra.span>
        {onRestore ? (
          <Button look="link" size="sm" icon={<RotateCcw aria-hidden />} busy={busy} onClick={() => void onRestore(entry)}>
            {say('work.restore')}
          </Button>
        ) : null}
      </chakra.div>
      <ChangeTable changes={entry.changes} created={entry.acao === 'criar'} />
    </chakra.li>
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
