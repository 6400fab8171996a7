import { useCallback, useMemo, useRef } from 'react'
import { deleteStoredDraft, storeDraft } from '../../offline/draftStorage.ts'
import { toDraftContent } from './draftContent.ts'
import type { DraftStore } from './draftStore.ts'
import { isAlike, isDirty, type RecordDraft } from './recordDraft.ts'

/** The draft of a save that waits for the server. */
export interface QueuedDraft {
  /** The save of this draft waits from now on. */
  begin(sent: RecordDraft): void
  /** A further press while it waits: what the form holds now follows the save that waits. */
  press(): void
  /** Tells, once, whether there was a further press whose draft differs from what was saved. */
  takePress(): boolean
  /** Nothing waits any more; with `saved` nothing of it is to be offered again. */
  end(saved: boolean): void
  /** Tells whether what the form holds waits, all of it: nothing would be lost by leaving. */
  isQueued(): boolean
  /** The person leaves without what was typed after the last press: that one alone is sent, and its draft is there if it is refused. */
  leave(): void
}

export function useQueuedDraft(store: DraftStore, draftKey: string | undefined): QueuedDraft {
  const queued = useRef<{ readonly draft: RecordDraft; readonly at: string }>(undefined)
  const again = useRef(false)
  const keep = useCallback(
    (draft: RecordDraft, at = new Date().toISOString()) => {
      queued.current = { draft, at }
      if (draftKey) storeDraft(draftKey, { at, content: toDraftContent(draft) })
    },
    [draftKey],
  )
  return useMemo(
    () => ({
      begin: sent => keep(sent),
      press() {
        if (!queued.current) return
        again.current = true
        keep(store.draft())
      },
      takePress() {
        const pressed = again.current && isDirty(store.draft())
        again.current = false
        return pressed
      },
      end(saved) {
        if (saved && queued.current && draftKey && !isDirty(store.draft())) deleteStoredDraft(draftKey)
        again.current = false
        queued.current = undefined
      },
      isQueued: () => queued.current !== undefined && isAlike(store.draft(), queued.current.draft),
      leave() {
        if (!queued.current) return
        const { draft, at } = queued.current
        store.replace(draft)
        keep(draft, at)
      },
    }),
    [store, draftKey, keep],
  )
}
