import { chakra } from '@chakra-ui/react/styled-system'
import { useCallback, useEffect, useRef, useState } from 'react'
import { opensCreation } from '../../model/register.ts'
import { actionsAt } from '../actions/actions.ts'
import { fetchRecord } from '../data/record.ts'
import { newActionId } from '../data/requestUndo.ts'
import { useMay, useTranslate } from '../data/session.tsx'
import { deleteStoredDraft, draftKeyWithId, storeDraft } from '../offline/draftStorage.ts'
import { useNavigate } from '../router/router.tsx'
import { useUnsavedChangesPrompt } from '../router/useUnsavedChangesPrompt.ts'
import { pageCommandOf } from '../ui/keyboard/pageKeys.ts'
import { useSetPageTitle } from '../ui/pageTitle.ts'
import { toastWithUndo } from '../ui/undoToast.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import { afterRowsToCome, afterSearches, isOnlySearching } from './afterSearches.ts'
import { loadComments } from './discuss/loadComments.ts'
import { readableRecord } from './draft/computedFields.ts'
import { toDraftContent } from './draft/draftContent.ts'
import type { FieldValues } from './draft/draftRows.ts'
import { mergeDraft } from './draft/mergeDraft.ts'
import { isDirty, openDraft } from './draft/recordDraft.ts'
import { FormProvider, type FormShared, useForm, useFormState } from './formContext.ts'
import { focusFirstControl, focusFirstProblem } from './formFocus.ts'
import { loadHistoryPanel } from './history/loadHistoryPanel.ts'
import { CalculationNote } from './layout/CalculationNote.tsx'
import { FormBanners } from './layout/FormBanners.tsx'
import { PageBox } from './layout/PageBox.tsx'
import { MoreMenu, RecordHeader, StatusChips } from './layout/RecordHeader.tsx'
import { SaveBar } from './layout/SaveBar.tsx'
import { newRecordTitle, recordFieldText, recordTitle } from './record/recordTitle.ts'
import { SchemaForm } from './SchemaForm.tsx'
import { type FormDraft, useDraft, useDraftKey } from './useDraft.ts'
import { useFormActions } from './useFormActions.tsx'
import { type FormOptions, useFormShared } from './useFormShared.ts'
import { useRequirement } from './useRequirement.ts'
import { type FormSave, useSave } from './useSave.tsx'
import { loadRecordWays } from './ways/loadRecordWays.ts'

/** A record open for change, or a new one. */
export function EditForm(props: FormOptions & { readonly heading?: string | undefined }) {
  const [run, dialog] = useFormActions(props.register)
  const form = useFormShared(props, run)
  return (
    <FormProvider value={form}>
      <Opened {...props} form={form} />
      {dialog}
    </FormProvider>
  )
}

interface OpenedProps extends FormOptions {
  readonly form: FormShared
  /** Title of a new record of a variant. */
  readonly heading?: string | undefined
}

function Opened({ form, register, record, isNew, heading }: OpenedProps) {
  const may = useMay()
  const formId = `${form.id}-form`
  const key = useDraftKey(register.name, record, isNew)
  const saving = useSave(form, form.context, key)
  const drafting = useDraft(form, key, record, saving)
  const submit = useSubmit(form, saving, drafting)
  const title = useFormTitle(heading)
  useSetPageTitle(title)
  useSaveKey(formId)
  useNewerRecord(form, record, saving)
  useRequirement(form)
  useEffect(() => {
    if (isNew) focusFirstControl(formId)
  }, [isNew, formId])
  const { store } = form
  const [history, setHistory] = useState(false)
  const History = useLazyComponent(loadHistoryPanel, history, () => setHistory(false))
  const hasWays = !isNew && register.fields.some(({ ways }) => ways !== undefined)
  const Ways = useLazyComponent(loadRecordWays, hasWays)
  const Comments = useLazyComponent(loadComments, !isNew && register.discuss === true)
  const code = isNew ? undefined : recordFieldText(register, register.code, record)
  const saved = readableRecord(register, store.shown().base, form.context)
  const toProblem = useCallback(() => focusFirstProblem(form), [form])
  /** A save before a search has answered means the record that it will find, and one before an added row is there means the row. */
  const attempt = useCallback(
    (save: () => void) => {
      const act = (): void => (store.tryAll().length > 0 ? toProblem() : save())
      const begin = (): void => (isOnlySearching(store.tryAll()) ? afterSearches(store, act) : act())
      if (form.rowsToCome.size > 0) void afterRowsToCome(form.rowsToCome, begin)
      else begin()
    },
    [form, store, toProblem],
  )
  const { save } = saving
  useEffect(() => {
    form.saver.save = () => new Promise(resolve => attempt(() => void save(newActionId()).then(resolve)))
  }, [form, attempt, save])
  const { stay } = submit
  const refused = useCallback(() => attempt(stay), [attempt, stay])
  const passed = useCallback(() => (form.rowsToCome.size > 0 ? attempt(stay) : stay()), [form, attempt, stay])
  return (
    <PageBox>
      <RecordHeader title={title} code={code} chips={isNew ? null : <StatusChips register={register} values={saved} />}>
        {isNew ? null : (
          <MoreMenu actions={actionsAt(register, 'form', may).filter(({ way }) => !way)} onHistory={() => setHistory(true)} />
        )}
      </RecordHeader>
      {form.calculation ? <CalculationNote calculation={form.calculation} /> : null}
      {hasWays ? Ways ? <Ways /> : <chakra.div minHeight="control" mb="4" /> : null}
      <FormBanners saving={saving} drafting={drafting} />
      {history && History ? (
        <History onClose={() => setHistory(false)} onRestored={submit.restored} {...{ register, record }} />
      ) : null}
      <div className="form-body">
        <SchemaForm formId={formId} onSubmit={passed} onRefused={refused} />
      </div>
      {!isNew && Comments ? <Comments register={register} id={String(record.id)} /> : null}
      <SaveBar
        formId={formId}
        saving={saving.busy}
        waits={saving.pending}
        actions={actionsAt(register, 'save', may)}
        mayCreate={
          opensCreation(register, may) &&
          !register.single &&
          register.scope !== 'self' &&
          register.views.form.variants.length === 0
        }
        onSaveAndNew={() => attempt(submit.another)}
        onDiscard={submit.discard}
        onProblems={toProblem}
      />
    </PageBox>
  )
}

interface Submit {
  stay(): void
  another(): void
  discard(): void
  /** The record as a version of before made it. */
  restored(record: FieldValues): void
}

/** Decides where to go after a save: stay, the list, another new record, or the page anew. */
function useSubmit(form: FormShared, saving: FormSave, drafting: FormDraft): Submit {
  const { register, store, say, context } = form
  const navigate = useNavigate()
  const latest = useRef(saving)
  latest.current = saving
  const guard = useLeaveGuard(form, saving.queued, drafting)
  const here = useHere()
  const go = useCallback(
    (to: string, replace = false) => {
      if (!guard.release()) navigate(to, { replace })
    },
    [guard, navigate],
  )
  /** To where the record was opened from: the list with its filters and page. */
  const back = useCallback(() => {
    if (guard.release()) return
    const state: { readonly idx?: number } | null = window.history.state
    if (state?.idx) navigate(-1)
    else navigate(register.views.path)
  }, [guard, navigate, register])
  const bringIn = useCallback(
    (record: FieldValues) => {
      const { base } = store.draft()
      if (base.version !== record.version) store.replace(mergeDraft(store.draft(), record, new Set(), context))
    },
    [store, context],
  )
  const { key, left } = drafting
  const submit = useCallback(
    async (then: 'stay' | 'another') => {
      const wasNew = store.draft().isNew
      const action = newActionId()
      const saved = await latest.current.save(action)
      if (!saved) return
      const { path, form: view } = register.views
      const undone = () => {
        if (!here.current()) return
        if (wasNew) go(path)
        else void fetchRecord(register.name, String(saved.id)).then(bringIn, () => undefined)
      }
      const own = `${path}/${encodeURIComponent(String(saved.id))}`
      // Values typed while the save was on its way go along to the record's own page.
      const more = isDirty(store.draft())
      const toList = then === 'stay' && view.after === 'list' && !isCopy()
      // A user who left the record finds the way back to it.
      const isElsewhere = !here.current() || (!more && (then === 'another' || toList))
      const title = say('open-record', { name: recordTitle(register, saved) })
      toastWithUndo(say, say(wasNew ? (register.texts.created ?? 'created') : (register.texts.saved ?? 'saved')), action, {
        after: undone,
        ...(isElsewhere ? { link: { title, address: own, go: () => navigate(own) } } : {}),
      })
      // The person has gone elsewhere while the server was away.
      if (!here.current()) return
      if (more && wasNew) {
        // Neither this form nor its last letter offers it again as a new record.
        left()
        deleteStoredDraft(key)
        const content = toDraftContent(store.draft())
        storeDraft(draftKeyWithId(key, saved.id), { at: new Date().toISOString(), auto: true, content })
        go(own, true)
      } else if (more) return
      else if (then === 'another') go(`${path}/create?n=${Date.now()}`, true)
      else if (toList) back()
      else if (view.after === 'reload') setTimeout(() => window.location.reload(), 2000)
      // A record that a store has once stays on its page, which finds it there.
      else if (wasNew && !register.single) go(own, true)
    },
    [store, register, say, go, back, bringIn, key, left, here, navigate],
  )
  const discard = useCallback(() => {
    const { base, isNew, register: own } = store.draft()
    store.reset(openDraft(own, base, isNew, context))
  }, [store, context])
  const stay = useCallback(() => void submit('stay'), [submit])
  const another = useCallback(() => void submit('another'), [submit])
  return { stay, another, discard, restored: bringIn }
}

/** Asks before what no save holds is left. */
function useLeaveGuard({ store }: FormShared, queued: FormSave['queued'], { left }: FormDraft) {
  const unsaved = useFormState(state => state.dirty && !queued.isQueued())
  const leave = useCallback(() => {
    left()
    queued.leave()
  }, [left, queued])
  return useUnsavedChangesPrompt(unsaved, leave, () => {
    store.draft()
    return store.state().dirty && !queued.isQueued()
  })
}

/** Tells whether the form is still what is on screen. */
function useHere(): { current(): boolean } {
  const standing = useRef(true)
  const here = useRef({ current: () => standing.current })
  useEffect(() => {
    standing.current = true
    return () => {
      standing.current = false
    }
  }, [])
  return here.current
}

/** A copy leads to itself: going back would show the original. */
const isCopy = (): boolean => new URLSearchParams(window.location.search).has('clone')

/** The record's own name, or what is being made. */
function useFormTitle(heading: string | undefined): string {
  const { register, store } = useForm()
  const say = useTranslate()
  const title = useFormState(() => recordTitle(register, store.shown().base))
  return store.shown().isNew ? (heading ?? newRecordTitle(register, say)) : title
}

/** Ctrl+S, or ⌘S, from anywhere on the page. */
function useSaveKey(formId: string): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (pageCommandOf(event) !== 'save') return
      event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      // A box that is still being typed in gives its value first.
      const form = document.getElementById(formId)
      if (form instanceof HTMLFormElement) form.requestSubmit()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [formId])
}

/** Takes in a version saved elsewhere, told live, or by an action of this form: it comes in by itself where nothing here contradicts it. */
function useNewerRecord(form: FormShared, record: FieldValues, { busy, merge }: FormSave): void {
  useEffect(() => {
    const { base, isNew } = form.store.draft()
    const newer = typeof record.version === 'number' && typeof base.version === 'number' && record.version > base.version
    if (!isNew && newer && !busy) void merge(record, undefined, form.saver.acting === true)
  }, [form, record, busy, merge])
}
