import { useEffect, useSyncExternalStore } from 'react'
import { dayOf } from '../../base/dates.ts'
import { toast } from '../../controls/toasts.ts'
import { withoutReasons } from '../../model/import/files.ts'
import type { Import } from '../../model/model.ts'
import { call } from '../data/api.ts'
import { clearCache } from '../data/caches.ts'
import { storeId } from '../data/identity.ts'
import { endWork, tellWork } from '../data/running.ts'
import { type Session, useSay, useSession } from '../data/session.tsx'
import { newAction } from '../data/undo.ts'
import { readTable } from './file.ts'
import { Keeping } from './keeping.ts'
import { Kept } from './kept.ts'
import type { BatchReply } from './saving.ts'
import type { ImportState, Listed } from './state.ts'
import { type Say, sayCount } from './words.ts'
import { ImportWork } from './work.ts'
import { leaveWork, workOf } from './works.ts'

/** The work of an import page and its state; it goes on when the page is left. */
export function useImportWork(load: Import): { readonly work: ImportWork; readonly state: ImportState } {
  const session = useSession()
  const say = useSay()
  const shop = storeId()
  const key = `${session.user.id}:${shop ?? 0}:${load.name}`
  const work = workOf(key, () => makeWork(key, load, session, shop, say))
  useEffect(() => {
    void work.offer()
    return () => leaveWork(key)
  }, [work, key])
  return { work, state: useSyncExternalStore(work.subscribe, work.now) }
}

/** An import of the store in which it began, whichever is chosen later. */
function makeWork(key: string, load: Import, { model, zone }: Session, shop: number | undefined, say: Say): ImportWork {
  const path = `imports/${encodeURIComponent(load.name)}`
  const query = shop === undefined ? {} : { lojaId: shop }
  const work: ImportWork = new ImportWork(
    model,
    load,
    {
      today: () => dayOf(new Date().toISOString(), zone),
      open: async file => withoutReasons(load, await readTable(file), say('import.error-column')),
      newAction,
      // The document asks for the browser's own.
      alert: code => window.alert(say(code)),
      send: async (rows, skip, action, change) =>
        (await call<BatchReply>('POST', path, { query, body: { rows, skip, change }, action })).data,
      list: async (rows, action, once) => {
        const headers = { 'Idempotency-Key': once }
        return (await call<Listed | null>('POST', `${path}/concluir`, { query, body: { rows }, action, headers })).data
      },
      existing: async (keys, signal) =>
        (await call<{ existentes: boolean[] }>('POST', `${path}/existentes`, { query, body: { keys }, signal })).data.existentes,
      saved: () => void clearCache(load.register),
      goes: state => tellOthers(key, load, state, work, say),
    },
    new Keeping(new Kept(key)),
  )
  return work
}

/** The top bar and Atividade hear how far it is; who is elsewhere hears that it has ended. */
function tellOthers(key: string, { title, path }: Import, state: ImportState, work: ImportWork, say: Say): void {
  const { phase, progress, waiting, rows, saved } = state
  if (phase === 'saving') {
    const { done, total } = progress ?? { done: 0, total: rows.length }
    tellWork({ id: key, title, path, done, total, waiting, cancel: () => work.cancel() })
    return
  }
  endWork(key)
  if (work.watched) return
  const text = rows.length > 0 ? sayCount(say, 'import.left', rows.length) : sayCount(say, 'import.done', saved)
  toast({ text: `${title}: ${text}`, tone: rows.length > 0 ? 'warning' : 'positive' })
}
