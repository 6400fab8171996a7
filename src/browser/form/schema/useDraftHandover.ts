import type RjsfForm from '@rjsf/core'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { RecordDraft } from '../draft/recordDraft.ts'
import { toRequestFields } from '../draft/requestBody.ts'
import type { FormShared } from '../formContext.ts'

/** Rest of the hands after which rjsf is handed what was typed. */
const rest = 300

/**
 * Hands the draft to rjsf when the hands rest, and at once when there is something to tell: a field was left, a save was tried, the
 * server refused. In the keystroke itself rjsf's work would take half of a frame. Gives what hands it over now.
 */
export function useDraftHandover({ store }: FormShared, rjsf: RefObject<RjsfForm | null>): () => void {
  const handed = useRef(store.shown())
  const handOver = useCallback((): void => {
    const draft = store.shown()
    handed.current = draft
    rjsf.current?.onChange(toRequestFields(draft), [])
  }, [store, rjsf])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = store.subscribe(() => {
      const draft = store.shown()
      if (draft === handed.current) return
      clearTimeout(timer)
      if (tellsOther(draft, handed.current)) handOver()
      else timer = setTimeout(handOver, rest)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [store, handOver])
  return handOver
}

const tellsOther = (draft: RecordDraft, before: RecordDraft): boolean =>
  draft.problems !== before.problems ||
  draft.refused !== before.refused ||
  draft.checked !== before.checked ||
  draft.unreadable !== before.unreadable ||
  draft.leftFields !== before.leftFields ||
  draft.submitAttempted !== before.submitAttempted
