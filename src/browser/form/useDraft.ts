import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { storeId } from '../data/identity.ts'
import { useSession } from '../data/session.tsx'
import { loadOutbox } from '../offline/deliverWrite.ts'
import { deleteStoredDraft, draftKey, readStoredDraft, type StoredDraft, storeDraft } from '../offline/draftStorage.ts'
import { useLocation } from '../router/router.tsx'
import { isEmptyDraftContent, joinDraftContents, restoreDraft, toDraftContent } from './draft/draftContent.ts'
import type { FieldValues } from './draft/draftRows.ts'
import { type DraftContext, isAlike, isDirty, type RecordDraft } from './draft/recordDraft.ts'
import type { FormShared } from './formContext.ts'
import type { FormSave } from './useSave.tsx'

/** Rest of the hands after which what was typed is written down. */
const rest = 400

export interface FormDraft {
  readonly key: string
  /** When what is offered back was typed. */
  readonly offered: string | undefined
  recover(): void
  discard(): void
  /** The person left without saving. */
  left(): void
}

/** Name of a record's draft: its id, or the address that a new one was begun from. */
export function useDraftKey(register: string, record: FieldValues, isNew: boolean): string {
  const { user } = useSession()
  const { search } = useLocation()
  return useMemo(() => {
    const query = new URLSearchParams(search)
    const begun = ['variant', 'clone'].flatMap(name => (query.has(name) ? [`${name}=${query.get(name)}`] : []))
    return draftKey(user.id, storeId(), register, isNew ? ['create', ...begun].join('&') : String(record.id))
  }, [user.id, register, record.id, isNew, search])
}

/** Keeps what is typed in this browser and offers it back after a reload or a crash. */
export function useDraft(form: FormShared, key: string, record: FieldValues, saving: FormSave): FormDraft {
  const { store, context } = form
  // Values typed before the answer to the offer are kept beside the offered draft.
  const [kept, setKept] = useState(() => {
    const found = read(key, store.draft(), context)
    const same = found && !isDirty(restoreDraft(found.content, store.draft(), context) ?? store.draft())
    if (same) deleteStoredDraft(key)
    return same ? undefined : found
  })
  const beside = kept === undefined ? key : `${key}+`
  const { merge, refused } = saving
  const closed = useRef(false)
  const latest = useRef({ beside, record, closed })
  latest.current = { beside, record, closed }

  useWritten(store, latest)

  const bring = useCallback(
    (draft: StoredDraft): void => {
      const next = restoreDraft(draft.content, store.draft(), context)
      if (!next) return
      store.reset(next)
      const { version } = latest.current.record
      if (typeof version === 'number' && version !== next.base.version) void merge(latest.current.record)
    },
    [store, context, merge],
  )
  const answer = useCallback((): void => {
    deleteStoredDraft(key)
    const other = readStoredDraft(`${key}+`)
    if (other) storeDraft(key, other)
    deleteStoredDraft(`${key}+`)
    setKept(undefined)
  }, [key])

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !kept) return
    begun.current = true
    if (kept.auto) {
      bring(kept)
      answer()
      return
    }
    // A save that waits is no lost work; one that came back refused goes into its form by itself.
    void loadOutbox().then(outbox => {
      const entry = outbox.outboxEntryOfDraft(key)
      if (!entry) return
      bring(kept)
      answer()
      if (!entry.refused) return
      const { status, code, message, details } = entry.refused
      outbox.removeFromOutbox(entry.key)
      refused(status, code, message, details)
    })
  }, [kept, key, bring, answer, refused])

  return {
    key,
    offered: kept?.auto ? undefined : kept?.at,
    recover: useCallback(() => {
      if (kept) bring(kept)
      answer()
    }, [kept, bring, answer]),
    discard: answer,
    left: useCallback(() => {
      closed.current = true
      deleteStoredDraft(latest.current.beside)
    }, []),
  }
}

/** Reads the stored draft, when there is something in it. A draft that an earlier visit kept beside its unanswered offer is offered together with it. */
function read(key: string, now: RecordDraft, context: DraftContext): StoredDraft | undefined {
  const [older, newer] = [readStoredDraft(key), readStoredDraft(`${key}+`)]
  if (!newer) return older
  const content = older ? joinDraftContents(older.content, newer.content, now, context) : newer.content
  storeDraft(key, { at: newer.at, content })
  deleteStoredDraft(`${key}+`)
  return readStoredDraft(key)
}

interface Latest {
  readonly beside: string
  /** Left without saving: nothing is written any more. */
  readonly closed: { readonly current: boolean }
}

/** Writes the draft down when typing rests, at once when the page goes, and takes it away when nothing is left to save. */
function useWritten(store: FormShared['store'], latest: { readonly current: Latest }): void {
  useEffect(() => {
    let seen: RecordDraft = store.draft()
    let written = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = (): void => {
      clearTimeout(timer)
      timer = undefined
      if (latest.current.closed.current) return
      const draft = store.draft()
      const content = toDraftContent(draft)
      if (!isDirty(draft) || isEmptyDraftContent(content)) {
        if (written) deleteStoredDraft(latest.current.beside)
        written = false
      } else {
        storeDraft(latest.current.beside, { at: new Date().toISOString(), content })
        written = true
      }
    }
    const stop = store.subscribe(() => {
      const draft = store.shown()
      if (isAlike(draft, seen)) return
      seen = draft
      clearTimeout(timer)
      if (isDirty(draft)) timer = setTimeout(write, rest)
      else write()
    })
    const flush = (): void => {
      // The last letter may be on its way still.
      store.draft()
      if (timer !== undefined) write()
    }
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      flush()
      stop()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [store, latest])
}
