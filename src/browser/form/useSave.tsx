import { useCallback, useRef, useState } from 'react'
import { toast } from '../../controls/toasts.ts'
import { CallError } from '../data/api.ts'
import { fetchRecord, saveRecord } from '../data/record.ts'
import { toBody } from '../edit/body.ts'
import { type Around, openDraft } from '../edit/draft.ts'
import { compare, merged } from '../edit/merge.ts'
import type { Rec } from '../edit/rows.ts'
import type { DraftStore } from '../edit/store.ts'
import { dialogs } from '../frame/dialogs.tsx'
import { conflictOf, type Conflict as Told } from '../list/conflict.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { FormShared } from './context.ts'
import { focusPlace } from './place.ts'

export interface Saving {
  readonly busy: boolean
  /** Why the last save failed, where no field can show it. */
  readonly failure: string | undefined
  /** Saves and gives the record as the server has it; undefined when it was not saved. */
  save(): Promise<Rec | undefined>
  /** Brings in what another person saved meanwhile; false when the person gave up. */
  merge(theirs: Rec, told?: Told): Promise<boolean>
  dismiss(): void
}

type Form = Pick<FormShared, 'id' | 'store' | 'register' | 'model' | 'say' | 'part'>

/** Sends the draft: problems go to their fields, a conflict to its dialog, any other failure above the form. Nothing typed is lost. */
export function useSave(form: Form, around: Around): Saving {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)

  const merge = useCallback((theirs: Rec, told?: Told) => mergeInto(form, theirs, told, around), [form, around])
  const save = useCallback(async () => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      return await send(form, around, setFailure)
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [form, around])
  return { busy, failure, save, merge, dismiss: () => setFailure(undefined) }
}

async function send(form: Form, around: Around, fail: (text: string) => void): Promise<Rec | undefined> {
  const { store, register, say } = form
  // Twice is enough: who meets a second conflict in a row decides again with the next click.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const saved = await saveRecord(register.name, toBody(store.draft(), around))
      settleDraft(store, saved, around)
      return saved
    } catch (error) {
      const theirs = error instanceof CallError ? await conflicting(error, store, register.name) : undefined
      if (theirs) {
        if (await mergeInto(form, theirs.current, theirs.told, around)) continue
        return undefined
      }
      if (error instanceof CallError && error.details.length > 0) return refuse(form, error)
      const reason = error instanceof CallError ? error.message : say('something-wrong')
      fail(
        say(register.texts.saveFailed ?? 'save-failed') === reason
          ? reason
          : `${say(register.texts.saveFailed ?? 'save-failed')} ${reason}`,
      )
      return undefined
    }
  }
  return undefined
}

const settleDraft = (store: DraftStore, saved: Rec, around: Around): void =>
  store.replace(openDraft(store.draft().register, saved, false, around))

/** What the other person saved: told with the refusal, or read anew. */
async function conflicting(
  error: CallError,
  store: DraftStore,
  register: string,
): Promise<{ current: Rec; told: Told | undefined } | undefined> {
  const told = conflictOf(error)
  const id = store.draft().base.id
  if (!told || store.draft().isNew || error.details.length > 0) return undefined
  if (told.current) return { current: told.current, told }
  return typeof id === 'number' || typeof id === 'string' ? { current: await fetchRecord(register, id), told } : undefined
}

/** Problems of the server at their fields; their words are the server's own, so the message stands for the code. */
function refuse(form: Form, error: CallError): undefined {
  form.store.refuse(error.details.map(({ path, code, message }) => ({ path, code: message || code })))
  const first = form.store.first()
  if (first) focusPlace(form, first.path)
  return undefined
}

/** Takes over what only the other changed; asks where both did. */
async function mergeInto(form: Form, theirs: Rec, told: Told | undefined, around: Around): Promise<boolean> {
  const { store, say } = form
  const { conflicts, taken } = compare(store.draft(), theirs)
  if (conflicts.length > 0) {
    const chosen = await dialogs.open<ReadonlySet<string>>(close => (
      <ConflictDialog conflicts={conflicts} taken={taken} told={told} theirs={theirs} say={say} close={close} />
    ))
    if (!chosen) return false
    store.replace(merged(store.draft(), theirs, chosen, around))
    return true
  }
  store.replace(merged(store.draft(), theirs, new Set(), around))
  if (taken.length > 0) toast({ tone: 'info', text: say('conflict-merged', { fields: taken.join(', ') }) })
  return true
}
