import { useEffect, useId, useRef, useState } from 'react'
import { dayOf } from '../../base/dates.ts'
import { computeOrderOf } from '../../model/computed/computeOrder.ts'
import type { Translate } from '../../model/formatMessage.ts'
import type { Action, Model, PartView, Register } from '../../model/model.ts'
import { actionAvailability } from '../actions/actions.ts'
import type { RunAction } from '../actions/useRunAction.ts'
import { CallError } from '../data/api.ts'
import type { SessionScope } from '../data/expressions/sessionScope.ts'
import { fetchRecord } from '../data/record.ts'
import { useMay, useSession, useTranslate } from '../data/session.tsx'
import { fromHere } from '../router/fromHere.ts'
import { type Navigate, useLocation, useNavigate } from '../router/router.tsx'
import { createFormCalculation, type FormCalculation } from './calculation/formCalculation.ts'
import type { FieldValues } from './draft/draftRows.ts'
import { createDraftStore } from './draft/draftStore.ts'
import { mergeDraft } from './draft/mergeDraft.ts'
import { type DraftContext, draftScope, isDirty, openDraft, type RecordDraft } from './draft/recordDraft.ts'
import type { FormShared } from './formContext.ts'
import { createOpenPart, openPartOf } from './layout/openPart.ts'
import { createLookupRunner } from './lookups/lookupRunner.ts'
import { refuseAtFields } from './refuseAtFields.ts'
import { type FormExpressions, useFormExpressions } from './useFormExpressions.ts'
import { useReferencedRecords } from './useReferencedRecords.ts'

export interface FormOptions {
  readonly register: Register
  readonly record: FieldValues
  readonly isNew: boolean
  /** Address of the record, without its tab; absent in a dialog, which has none. */
  readonly base?: string | undefined
  readonly tab?: string | undefined
  /** The only lines of it, where it asks for a few things. */
  readonly asked?: PartView['rows'] | undefined
}

/** The changing context of an open form: the session, the address. The form itself is made once, whatever changes. */
interface Surrounded {
  readonly expressions: FormExpressions
  readonly gates: (gate: string | undefined) => boolean
  readonly say: Translate
  readonly navigate: Navigate
  /** Query of the address. */
  readonly search: string
  readonly run: RunAction
}

/**
 * Everything that the parts of one form share, made when the form opens. What was typed lives here: a session that is read
 * anew or an address that changes must not make it again. `run` runs the record's actions, where it offers any.
 */
export function useFormShared(options: FormOptions, run: RunAction = nothing): FormShared {
  const { model } = useSession()
  const id = useId()
  const now: Surrounded = {
    expressions: useFormExpressions(),
    gates: useMay(),
    say: useTranslate(),
    navigate: useNavigate(),
    search: useLocation().search,
    run,
  }
  const latest = useRef(now)
  latest.current = now
  const [{ form, begin, stop }] = useState(() => make(id, model, options, latest))
  useEffect(() => {
    begin()
    return stop
  }, [begin, stop])
  useUpToDate(form)
  useReferencedRecords(form)
  const { calculation, store } = form
  useEffect(() => calculation?.begin(store), [calculation, store])
  return form
}

/** A letter may wait for its frame; any other key and every press meets the form as it is. */
function useUpToDate({ store }: FormShared): void {
  useEffect(() => {
    const stop = new AbortController()
    const settle = (): void => void store.draft()
    const key = (event: KeyboardEvent): void => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) settle()
    }
    const all = { capture: true, passive: true, signal: stop.signal }
    for (const press of ['pointerdown', 'click']) addEventListener(press, settle, all)
    addEventListener('keydown', key, all)
    return () => stop.abort()
  }, [store])
}

const nothing: RunAction = async () => false

function make(
  id: string,
  model: Model,
  { register, record, isNew, base, tab, asked }: FormOptions,
  latest: { readonly current: Surrounded },
) {
  const say: Translate = (code, params) => latest.current.say(code, params)
  const calculation = asked ? undefined : calculationOf(register, latest.current.expressions.origin, say)
  const context: DraftContext = {
    scope: {},
    evaluate: (of, expression, scope) => latest.current.expressions.evaluate(of, expression, scope),
    registerOf: name => model.registers[name],
    orderOf: of => computeOrderOf(model, of),
    ...(calculation ? { calculate: calculation.apply } : {}),
  }
  const may = (gate: string | undefined): boolean => gate === undefined || latest.current.gates(gate)
  const store = createDraftStore(openDraft(register, record, isNew, context), {
    context,
    may,
    check: draft => latest.current.expressions.check(draft),
  })
  const runner = createLookupRunner({ store, register, context, say })
  const first = openPartOf(register.views.form.parts, tab)
  const form: FormShared = {
    id,
    store,
    model,
    register,
    context,
    calculation,
    asked,
    origin: latest.current.expressions.origin,
    part: createOpenPart(first, part => {
      const { navigate, search } = latest.current
      if (base !== undefined) navigate({ pathname: `${base}/${part}`, search }, { replace: true })
    }),
    rowsToCome: new Set(),
    grids: new Map(),
    say,
    may,
    lookUp: runner.typed,
    lookUpIn: runner.typedIn,
    press: runner.press,
    offerNext: runner.offerNext,
    actionState: action => stateOf(action, store.shown(), register, context, may),
    act: action => void act(action, form, latest.current),
    saver: {},
  }
  return { form, begin: () => runner.offer(), stop: () => runner.stop() }
}

/** Returns the calculation of the form while it is typed, where its definition names one. */
function calculationOf({ views }: Register, { store, zone }: SessionScope, say: Translate): FormCalculation | undefined {
  const { calculate } = views.form
  const id = store?.id
  return calculate === undefined
    ? undefined
    : createFormCalculation(
        calculate,
        { store: typeof id === 'number' || typeof id === 'string' ? id : null, dayOf: moment => dayOf(moment, zone) },
        say,
      )
}

function stateOf(action: Action, draft: RecordDraft, register: Register, context: DraftContext, may: FormShared['may']) {
  if (!may(action.gate)) return 'hidden'
  const state = actionAvailability(action, draftScope(draft, context), (expression, scope) =>
    context.evaluate(register, expression, scope),
  )
  return state === 'enabled' ? 'offered' : state
}

async function act(action: Action, form: FormShared, around: Surrounded): Promise<void> {
  form.saver.acting = true
  try {
    await carryOut(action, form, around)
  } finally {
    form.saver.acting = false
    form.saver.acted?.()
  }
}

async function carryOut(action: Action, form: FormShared, { run, navigate: go }: Surrounded): Promise<void> {
  const navigate = fromHere(go)
  const { store, register, context } = form
  const { isNew } = store.draft()
  const record = action.saveFirst ? await savedFirst(form) : store.draft().base
  const id = record?.id
  if (typeof id !== 'number' && typeof id !== 'string') return
  // The server's problems stand at their fields as after a save.
  const refused = (error: unknown): void => {
    if (error instanceof CallError && error.details.length > 0) refuseAtFields(form, error.details)
  }
  const done = await run(action, { row: { ...record, id }, ids: [String(id)], refused })
  // A record that this saved has a page of its own now, whatever became of the action.
  if (isNew) navigate(`${register.views.path}/${encodeURIComponent(String(id))}`, { replace: true })
  else if (!done) return
  // It led away by itself.
  else if (action.after) return
  else if ('remove' in action.does) navigate(register.views.path)
  // Changes by the action come in under the typed ones.
  else if (['set', 'call', 'link', 'dialog'].some(deed => deed in action.does))
    store.replace(mergeDraft(store.draft(), await fetchRecord(register.name, id), new Set(), context))
}

/** The record with what was typed saved; as it is where nothing was. */
async function savedFirst({ store, saver }: FormShared): Promise<FieldValues | undefined> {
  const draft = store.draft()
  return draft.isNew || isDirty(draft) ? saver.save?.() : draft.base
}
