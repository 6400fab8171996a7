import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { RecordWaysReply } from '../../../api/record.ts'
import { call } from '../../data/api.ts'
import { fetchRecord } from '../../data/record.ts'
import { mergeDraft } from '../draft/mergeDraft.ts'
import { useForm } from '../formContext.ts'

interface RecordWaysState {
  readonly told: RecordWaysReply | undefined
  readonly failure: string | undefined
  /** Asks anew, and brings the record up to date under what was typed. */
  reload(): Promise<void>
}

/** Fetches what the server tells of the ways of the record in the form, again whenever it was saved. */
export function useRecordWays(): RecordWaysState {
  const { store, register, context, saver } = useForm()
  const version = useSyncExternalStore(store.subscribe, () => store.shown().base.version)
  const id = useSyncExternalStore(store.subscribe, () => store.shown().base.id)
  const [told, setTold] = useState<RecordWaysReply>()
  const [failure, setFailure] = useState<string>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the record, or a decision on it, tells other things.
  useEffect(() => {
    let current = true
    call<RecordWaysReply>('GET', `${register.name}/${encodeURIComponent(String(id))}/ways`, { keepSession: true }).then(
      ({ data }) => {
        if (!current) return
        setTold(data)
        setFailure(undefined)
      },
      (error: unknown) => {
        if (current) setFailure(error instanceof Error ? error.message : String(error))
      },
    )
    return () => {
      current = false
    }
  }, [register, id, version, round])
  useEffect(() => {
    saver.acted = () => setRound(now => now + 1)
    return () => {
      delete saver.acted
    }
  }, [saver])
  const reload = useCallback(async () => {
    if (typeof id === 'number' || typeof id === 'string')
      store.replace(mergeDraft(store.draft(), await fetchRecord(register.name, id), new Set(), context))
    setRound(now => now + 1)
  }, [store, register, context, id])
  return { told, failure, reload }
}
