import { useCallback, useEffect, useRef, useState } from 'react'
import type { ErrorDetail } from '../../api/error.ts'
import { showToast } from '../../controls/overlays/toasts.ts'
import { type InputServices, InputServicesProvider, useInputServices } from '../../kinds/inputServices.tsx'
import { childListNamed } from '../../model/register.ts'
import { failureText } from '../actions/failureText.ts'
import { saveConflictOf, type SaveConflict as Told } from '../actions/saveConflict.ts'
import { CallError } from '../data/api.ts'
import { fetchRecord } from '../data/record.ts'
import { saveRecord } from '../offline/saveRecords.ts'
import type { WriteOptions } from '../offline/writeRequest.ts'
import { dialogs } from '../ui/dialogs.tsx'
import { askBeforeSave } from './askBeforeSave.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { FieldValues } from './draft/draftRows.ts'
import type { DraftStore } from './draft/draftStore.ts'
import { compareDraft, mergeDraft, rebaseDraft } from './draft/mergeDraft.ts'
import type { DraftContext, RecordDraft } from './draft/recordDraft.ts'
import { toRequestBody } from './draft/requestBody.ts'
import { type QueuedDraft, useQueuedDraft } from './draft/useQueuedDraft.ts'
import type { FormShared } from './formContext.ts'
import type { FocusableForm } from './formFocus.ts'
import { recordTitle } from './record/recordTitle.ts'
import { refuseAtFields } from './refuseAtFields.ts'
import { notifyFormSwitches } from './switchNotifications.ts'

export interface FormSave {
  readonly busy: boolean
  /** The server is away: the save waits for it, and goes by itself. */
  readonly pending: boolean
  readonly queued: QueuedDraft
  /** Why the last save failed, where no field can show it. */
  readonly failure: string | undefined
  /** Saves and gives the record as the server has it; undefined when it was not saved. */
  save(action?: string): Promise<FieldValues | undefined>
  /** Brings in what another person saved meanwhile, or what this form's own action did (`own`); false when the person gave up. */
  merge(theirs: FieldValues, told?: Told, own?: boolean): Promise<boolean>
  /** A save of an earlier visit was refused: its problems are shown here. */
  refused(status: number, code: string, message: string, details: readonly ErrorDetail[]): void
  dismiss(): void
}

type Form = Pick<FormShared, 'store' | 'model' | 'say' | 'offerNext'> & FocusableForm

interface Merging {
  readonly form: Form
  readonly context: DraftContext
  /** The dialog of a conflict is drawn beside the page, and names records as the form does. */
  readonly inputs: InputServices
}

interface Sending extends Merging {
  readonly how: WriteOptions
  fail(text: string): void
}

/**
 * Sends the draft: problems go to their fields, a conflict to its dialog, any other failure above the form. Nothing typed is
 * lost, neither while the save is on its way nor while the server is away.
 */
export function useSave(form: Form, context: DraftContext, draftKey?: string): FormSave {
  const [busy, setBusy] = useState(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const queued = useQueuedDraft(form.store, draftKey)
  const standing = useStanding()
  const { store } = form
  const inputs = useInputServices()
  const merge = useCallback(
    (theirs: FieldValues, told?: Told, own = false) => mergeInto({ form, context, inputs }, theirs, told, own),
    [form, context, inputs],
  )
  const save = useCallback(
    async (action?: string) => {
      if (running.current) {
        queued.press()
        return undefined
      }
      running.current = true
      if (!(await askBeforeSave(form))) {
        running.current = false
        return undefined
      }
      setBusy(true)
      setFailure(undefined)
      const once = (sent: RecordDraft): Promise<FieldValues | undefined> => {
        const onQueued = (): void => {
          queued.begin(sent)
          setBusy(false)
          setPending(true)
        }
        const how: WriteOptions = {
          ...(action ? { action } : {}),
          title: recordTitle(form.register, sent.values),
          page: `${window.location.pathname}${window.location.search}`,
          isAwaited: () => standing.current,
          onQueued,
          ...(draftKey ? { draft: draftKey } : {}),
        }
        return send({ form, context, inputs, how, fail: setFailure })
      }
      let saved: FieldValues | undefined
      try {
        saved = await once(store.draft())
        while (saved && queued.takePress()) saved = (await once(store.draft())) ?? saved
        return saved
      } finally {
        running.current = false
        queued.end(saved !== undefined)
        setBusy(false)
        setPending(false)
      }
    },
    [form, context, inputs, draftKey, standing, store, queued],
  )
  const refused = useCallback<FormSave['refused']>(
    (status, code, message, details) => {
      const error = new CallError(status, code, message, details)
      form.store.tryAll()
      if (details.length > 0) refuseAtFields(form, error.details)
      else setFailure(failureOf(form, error))
    },
    [form],
  )
  return { busy, pending, queued, failure, save, merge, refused, dismiss: () => setFailure(undefined) }
}

/** Tells whether the form is still there. */
function useStanding(): { readonly current: boolean } {
  const standing = useRef(true)
  useEffect(() => {
    standing.current = true
    return () => {
      standing.current = false
    }
  }, [])
  return standing
}

async function send({ how, fail, ...merging }: Sending): Promise<FieldValues | undefined> {
  const { form, context } = merging
  const { store, register } = form
  // Twice is enough: who meets a second conflict in a row decides again with the next click.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const sent = store.draft()
    try {
      const saved = await saveRecord(register.name, toRequestBody(sent, context), how)
      store.replace(rebaseDraft(store.draft(), sent, saved, context))
      if (!sent.isNew) void notifyFormSwitches(form, context, sent.base, saved)
      return saved
    } catch (error) {
      if (error instanceof CallError && error.code === 'given-up') return undefined
      const theirs = error instanceof CallError ? await conflicting(error, store, register.name) : undefined
      if (theirs) {
        if (await mergeInto(merging, theirs.current, theirs.told)) continue
        return undefined
      }
      if (error instanceof CallError && error.details.length > 0) return refuseAtFields(form, error.details)
      const gone = error instanceof CallError && error.status === 404 && !sent.isNew
      fail(gone ? form.say('work.record-gone') : failureOf(form, error))
      return undefined
    }
  }
  return undefined
}

function failureOf({ say, register }: Form, error: unknown): string {
  const reason = error instanceof CallError ? error.message : say('something-wrong')
  return failureText(say(register.texts.saveFailed ?? 'save-failed'), reason)
}

/** Returns the other person's version: told with the refusal, or read anew. */
async function conflicting(
  error: CallError,
  store: DraftStore,
  register: string,
): Promise<{ current: FieldValues; told: Told | undefined } | undefined> {
  const told = saveConflictOf(error)
  const id = store.draft().base.id
  if (!told || store.draft().isNew || error.details.length > 0) return undefined
  if (told.current) return { current: told.current, told }
  return typeof id === 'number' || typeof id === 'string' ? { current: await fetchRecord(register, id), told } : undefined
}

/** Takes over what only the other changed; asks where both did. */
async function mergeInto(
  { form, context, inputs }: Merging,
  theirs: FieldValues,
  told: Told | undefined,
  own = false,
): Promise<boolean> {
  const { store, say } = form
  const { conflicts, taken } = compareDraft(store.draft(), theirs)
  const childOf = (list: string) => context.registerOf(childListNamed(form.register, list)?.register ?? '')
  if (conflicts.length > 0) {
    const chosen = await dialogs.open<ReadonlySet<string>>(close => (
      <InputServicesProvider value={inputs}>
        <ConflictDialog
          conflicts={conflicts}
          taken={taken}
          told={told}
          theirs={theirs}
          childOf={childOf}
          say={say}
          close={close}
        />
      </InputServicesProvider>
    ))
    if (!chosen) return false
    store.replace(mergeDraft(store.draft(), theirs, chosen, context))
    return true
  }
  store.replace(mergeDraft(store.draft(), theirs, new Set(), context))
  if (taken.length > 0 && !own) showToast({ tone: 'info', text: say('conflict-merged', { fields: taken.join(', ') }) })
  return true
}
