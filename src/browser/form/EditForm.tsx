import { chakra } from '@chakra-ui/react/styled-system'
import { useCallback, useEffect, useRef } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { toast } from '../../controls/toasts.ts'
import { useMay, useSay } from '../data/session.tsx'
import { openDraft } from '../edit/draft.ts'
import type { Rec } from '../edit/rows.ts'
import { useLeaveGuard } from '../frame/leave.tsx'
import { useTitle } from '../frame/title.ts'
import { actionsAt } from '../list/actions.ts'
import { useNavigate } from '../router/router.tsx'
import { FormProvider, type FormShared, useForm, useFormState } from './context.ts'
import { MoreMenu, RecordHeader, StatusChips } from './FormHeader.tsx'
import { PageBox } from './PageBox.tsx'
import { focusFirst, focusPlace } from './place.ts'
import { SaveBar } from './SaveBar.tsx'
import { SchemaForm } from './schemaForm.tsx'
import { newTitle, recordTitle, textOf } from './title.ts'
import { type FormOptions, useFormShared } from './useFormShared.ts'
import { type Saving, useSave } from './useSave.tsx'

/** A record open for change, or a new one. */
export function EditForm(props: FormOptions & { readonly heading?: string | undefined }) {
  const form = useFormShared(props)
  return (
    <FormProvider value={form}>
      <Opened {...props} form={form} />
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
  const saving = useSave(form, form.around)
  const submit = useSubmit(form, saving)
  const title = useFormTitle(heading)
  useTitle(title)
  useSaveKey(formId)
  useNewerRecord(form, record, saving)
  useEffect(() => {
    if (isNew) focusFirst(formId)
  }, [isNew, formId])
  const { store } = form
  const code = isNew ? undefined : textOf(register, register.code, record)
  const toProblem = useCallback(() => {
    const first = store.first()
    if (first) focusPlace(form, first.path)
  }, [form, store])
  return (
    <PageBox>
      <RecordHeader
        title={title}
        code={code}
        chips={isNew ? null : <StatusChips register={register} values={store.draft().base} />}
      >
        {isNew ? null : <MoreMenu actions={actionsAt(register, 'form', may)} />}
      </RecordHeader>
      {saving.failure ? (
        <chakra.div mb="4">
          <Banner tone="danger" close={{ label: form.say('close'), act: saving.dismiss }}>
            {saving.failure}
          </Banner>
        </chakra.div>
      ) : null}
      <chakra.div pb="4">
        <SchemaForm formId={formId} check={store.tryAll} onSubmit={submit.stay} onRefused={toProblem} />
      </chakra.div>
      <SaveBar
        formId={formId}
        saving={saving.busy}
        mayCreate={may(register.access.create) && register.scope !== 'self' && register.views.form.variants.length === 0}
        onSaveAndNew={() => (store.tryAll().length > 0 ? toProblem() : submit.another())}
        onDiscard={submit.discard}
        onProblems={toProblem}
      />
    </PageBox>
  )
}

/** What follows a save: stay, the list, another new record, or the page anew. */
function useSubmit(form: FormShared, saving: Saving): { stay(): void; another(): void; discard(): void } {
  const { register, store, say } = form
  const navigate = useNavigate()
  const dirty = useFormState(state => state.dirty)
  const guard = useLeaveGuard(dirty)
  const latest = useRef(saving)
  latest.current = saving
  const go = useCallback(
    (to: string, replace = false) => {
      guard.release()
      navigate(to, { replace })
    },
    [guard, navigate],
  )
  /** To where the record was opened from: the list with its filters and page. */
  const back = useCallback(() => {
    guard.release()
    const { idx } = (window.history.state ?? {}) as { readonly idx?: number }
    if (idx) navigate(-1)
    else navigate(register.views.path)
  }, [guard, navigate, register])
  const submit = useCallback(
    async (then: 'stay' | 'another') => {
      const wasNew = store.draft().isNew
      const saved = await latest.current.save()
      if (!saved) return
      toast({ text: say(wasNew ? (register.texts.created ?? 'created') : (register.texts.saved ?? 'saved')) })
      const { path, form: view } = register.views
      if (then === 'another') go(`${path}/create?n=${Date.now()}`, true)
      else if (view.after === 'list' && !isCopy()) back()
      else if (view.after === 'reload') setTimeout(() => window.location.reload(), 2000)
      else if (wasNew) go(`${path}/${encodeURIComponent(String(saved.id))}`, true)
    },
    [store, register, say, go, back],
  )
  const { around } = form
  const discard = useCallback(() => {
    const { base, isNew, register: own } = store.draft()
    store.reset(openDraft(own, base, isNew, around))
  }, [store, around])
  const stay = useCallback(() => void submit('stay'), [submit])
  const another = useCallback(() => void submit('another'), [submit])
  return { stay, another, discard }
}

/** A copy leads to itself: going back would show the original. */
const isCopy = (): boolean => new URLSearchParams(window.location.search).has('clone')

/** The record's own name, or what is being made. */
function useFormTitle(heading: string | undefined): string {
  const { register, store } = useForm()
  const say = useSay()
  const title = useFormState(() => recordTitle(register, store.draft().base))
  return store.draft().isNew ? (heading ?? newTitle(register, say)) : title
}

/** Ctrl+S, or ⌘S, from anywhere on the page. */
function useSaveKey(formId: string): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
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

/** Another person's save, told live: it comes in by itself where nothing here contradicts it. */
function useNewerRecord(form: FormShared, record: Rec, { busy, merge }: Saving): void {
  useEffect(() => {
    const { base, isNew } = form.store.draft()
    const newer = typeof record.version === 'number' && typeof base.version === 'number' && record.version > base.version
    if (!isNew && newer && !busy) void merge(record)
  }, [form, record, busy, merge])
}
