import { useEffect, useState, useSyncExternalStore } from 'react'
import { dayOf } from '../../base/dates.ts'
import type { Import } from '../../model/model.ts'
import { call } from '../data/api.ts'
import { clearCache } from '../data/caches.ts'
import { useSession } from '../data/session.tsx'
import { readTable } from './file.ts'
import type { BatchReply } from './saving.ts'
import type { ImportState } from './state.ts'
import { ImportWork } from './work.ts'

/** The work of an import page and its state. */
export function useImportWork(load: Import): { readonly work: ImportWork; readonly state: ImportState } {
  const { model, zone } = useSession()
  const [work] = useState(() => {
    const path = `imports/${encodeURIComponent(load.name)}`
    return new ImportWork(model, load, {
      today: () => dayOf(new Date().toISOString(), zone),
      open: readTable,
      send: async (rows, skip) => (await call<BatchReply>('POST', path, { body: { rows, skip } })).data,
      existing: async (keys, signal) =>
        (await call<{ existentes: boolean[] }>('POST', `${path}/existentes`, { body: { keys }, signal })).data.existentes,
      saved: () => void clearCache(load.register),
    })
  })
  useEffect(() => () => work.cancel(), [work])
  return { work, state: useSyncExternalStore(work.subscribe, work.now) }
}
