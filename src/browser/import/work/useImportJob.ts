import { useEffect, useSyncExternalStore } from 'react'
import type { ExistingKeysReply, ImportFollowUpRecord, ImportReply } from '../../../api/import.ts'
import { dayOf } from '../../../base/dates.ts'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { withoutReasonColumn } from '../../../model/import/files.ts'
import type { Import } from '../../../model/model.ts'
import { call } from '../../data/api.ts'
import { endBackgroundJob, reportBackgroundJob } from '../../data/backgroundJobs.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { storeId } from '../../data/identity.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { type ClientSession, useSession, useTranslate } from '../../data/session.tsx'
import { importFaultText, readTableFile } from './importFile.ts'
import { ImportJob } from './importJob.ts'
import { holdImportJob, importJobOf, releaseImportJob } from './importJobs.ts'
import { ImportPersistence } from './importPersistence.ts'
import type { ImportState } from './importState.ts'
import { ImportStorage } from './importStorage.ts'

/** The work of an import page and its state; it goes on when the page is left. */
export function useImportJob(load: Import): { readonly work: ImportJob; readonly state: ImportState } {
  const session = useSession()
  const say = useTranslate()
  const shop = storeId()
  const key = `${session.user.id}:${shop ?? 0}:${load.name}`
  const work = importJobOf(key, () => makeWork(key, load, session, shop, say))
  useEffect(() => {
    holdImportJob(key, work)
    void work.offer()
    return () => releaseImportJob(key, work)
  }, [work, key])
  return { work, state: useSyncExternalStore(work.subscribe, work.now) }
}

/** An import of the store in which it began, whichever is chosen later. */
function makeWork(
  key: string,
  load: Import,
  { model, zone }: ClientSession,
  shop: number | undefined,
  say: Translate,
): ImportJob {
  const path = `imports/${encodeURIComponent(load.name)}`
  const query = shop === undefined ? {} : { lojaId: shop }
  const work: ImportJob = new ImportJob(
    model,
    load,
    {
      today: () => dayOf(new Date().toISOString(), zone),
      open: async file => withoutReasonColumn(load, await readTableFile(file, load), say('import.error-column')),
      newAction: newActionId,
      // The document asks for the browser's own.
      alert: fault => window.alert(importFaultText(say, fault)),
      send: async (rows, skip, action, change) =>
        (await call<ImportReply>('POST', path, { query, body: { rows, skip, change }, action })).data,
      createListing: async (rows, action, once) => {
        const headers = { 'Idempotency-Key': once }
        return (await call<ImportFollowUpRecord | null>('POST', `${path}/concluir`, { query, body: { rows }, action, headers }))
          .data
      },
      existing: async (keys, signal) =>
        (await call<ExistingKeysReply>('POST', `${path}/existentes`, { query, body: { keys }, signal })).data.existentes,
      saved: () => void clearRegisterCache(load.register),
      onProgress: state => tellOthers(key, load, state, work, say),
    },
    new ImportPersistence(new ImportStorage(key)),
  )
  return work
}

/** The top bar and Atividade hear how far it is; who is elsewhere hears that it has ended. */
function tellOthers(key: string, { title, path }: Import, state: ImportState, work: ImportJob, say: Translate): void {
  const { phase, progress, waiting, rows, saved } = state
  if (phase === 'saving') {
    const { done, total } = progress ?? { done: 0, total: rows.length }
    reportBackgroundJob({ id: key, title, path, done, total, waiting, cancel: () => work.cancel() })
    return
  }
  endBackgroundJob(key)
  if (work.watched) return
  const text = rows.length > 0 ? say('import.left', { count: rows.length }) : say('import.done', { count: saved })
  showToast({ text: `${title}: ${text}`, tone: rows.length > 0 ? 'warning' : 'positive' })
}
