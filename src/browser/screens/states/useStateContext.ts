import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Action, Register, Screen } from '../../../model/model.ts'
import type { StatesView } from '../../../model/screen.ts'
import { actionFailure } from '../../actions/actionFailure.ts'
import { failureText } from '../../actions/failureText.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { replyParams } from '../../actions/replyParams.ts'
import type { RowScope } from '../../actions/rowScope.ts'
import { type CacheKey, cacheScope, clearRegisterCache } from '../../data/caches.ts'
import { type RegisterRow, useRows } from '../../data/registerRows.ts'
import { useMay, useTranslate } from '../../data/session.tsx'
import { loadExpressionEngine, useExpressions } from '../../data/useExpressions.ts'
import { useFormActions } from '../../form/useFormActions.tsx'
import { useSearchParams } from '../../router/router.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { forAtLeast } from './leastTime.ts'
import { useRefresh } from './useRefresh.ts'

/** The context of the parts of a page of states. */
export interface StateContext {
  readonly register: Register
  readonly row: RegisterRow | undefined
  /** Whether conditions can be answered. */
  readonly ready: boolean
  readonly error: Error | undefined
  /** The page was come back to from another site, and what follows is under way. */
  readonly arriving: boolean
  /** Seconds for which what is done is shown as going on, at least. */
  readonly loading: number | undefined
  /** Id of the action under way. */
  readonly busy: string | undefined
  evaluate(expression: string, more?: RowScope): unknown
  may(gate: string | undefined): boolean
  reload(): void
  /** Runs an action of the register; with what is typed beside it where it is used so. True when it was done. */
  act(action: Action, asked?: RowScope): Promise<boolean>
}

/** The record of a page of states, and everything that is done with it. */
export function useStateContext(screen: Screen, view: StatesView, register: Register): readonly [StateContext, ReactNode] {
  const say = useTranslate()
  const may = useMay()
  const { confirm } = useDialogs()
  const evaluateIn = useExpressions(register.name)
  const { row, reply, loading, error, reload } = useSubject(view, register, screen.name)
  const evaluate = useCallback(
    (expression: string, more?: RowScope) => evaluateIn(expression, { ...row, reply, isNew: row === undefined, ...more }),
    [evaluateIn, row, reply],
  )
  const [run, dialog] = useFormActions(register)
  const [busy, setBusy] = useState<string>()
  const arriving = useArrival(view, register, evaluate)
  const isKnown = !loading && evaluate('isNew') !== undefined
  useRefresh(view.refresh, { register, evaluate, active: isKnown && busy === undefined, loads: view.load !== undefined })

  const send = async (action: Action, asked: RowScope): Promise<boolean> => {
    if (!('call' in action.does)) return false
    const question = action.confirm
    if (
      question &&
      !(await confirm({
        title: action.title,
        message: say(question),
        confirm: action.title,
        cancel: say('back'),
        danger: action.danger,
      }))
    )
      return false
    try {
      const sent = runCallSpec(action.does.call, { ...row, isNew: row === undefined, asked }, evaluateIn)
      const reply = await forAtLeast(screen.loading, sent).finally(() => clearRegisterCache(register.name))
      if (action.success) showToast({ text: say(action.success, replyParams(reply)) })
      return true
    } catch (problem) {
      showToast({ tone: 'danger', text: actionFailure(action, problem, say) })
      return false
    }
  }

  const act = async (action: Action, asked?: RowScope): Promise<boolean> => {
    setBusy(action.id)
    try {
      if (asked) return await send(action, asked)
      const isCall = 'call' in action.does && !action.ask
      const done = run(action, { row, ids: row ? [String(row.id)] : [] })
      return await (isCall ? forAtLeast(action.confirm ? undefined : screen.loading, done) : done)
    } finally {
      setBusy(undefined)
    }
  }
  const { loading: least } = screen
  const context: StateContext = {
    register,
    row,
    ready: isKnown,
    error,
    arriving,
    loading: least,
    busy,
    evaluate,
    may,
    reload,
    act,
  }
  return [context, dialog]
}

/** Returns the subject of a page of states: the record, or the reply of a call in its place. */
function useSubject({ load }: StatesView, register: Register, screen: string) {
  const say = useTranslate()
  const evaluate = useExpressions(register.name, [])
  const record = useRows(register.name, load ? undefined : { limit: 1 })
  const key: CacheKey = ['rows', register.name, cacheScope(), 'states', screen]
  const loaded = useSWR<{ readonly reply: unknown }, unknown>(load ? key : null, async () => ({
    reply: load && (await runCallSpec(load, {}, evaluate)),
  }))
  if (!load) return { ...record, row: record.rows[0], reply: undefined }
  const failed = loaded.data === undefined && loaded.error !== undefined
  return {
    row: undefined,
    reply: loaded.data?.reply,
    loading: loaded.data === undefined && !failed,
    error: failed ? (loaded.error instanceof Error ? loaded.error : new Error(say('something-wrong'))) : undefined,
    reload: () => void loaded.mutate(),
  }
}

/** Makes the call that a parameter of the address asks for, or tells that the other site refused, once, and drops the parameters. */
function useArrival(
  { arrival }: StatesView,
  register: Register,
  evaluate: (expression: string, more?: RowScope) => unknown,
): boolean {
  const say = useTranslate()
  const [parameters, setParameters] = useSearchParams()
  const asked = useRef(false)
  const [under, setUnder] = useState(false)
  const refused = arrival?.refused && parameters.has(arrival.refused.parameter) ? arrival.refused : undefined
  const wanted = arrival !== undefined && (refused !== undefined || parameters.has(arrival.parameter))
  useEffect(() => {
    if (!arrival || !wanted || asked.current) return
    asked.current = true
    const given = Object.fromEntries(parameters)
    setParameters(new URLSearchParams(), { replace: true })
    if (refused) {
      showToast({ tone: 'warning', text: say(refused.message) })
      return
    }
    setUnder(true)
    void loadExpressionEngine()
      .then(() => runCallSpec(arrival.call, { asked: given }, evaluate))
      .then(
        () => arrival.success && showToast({ text: say(arrival.success) }),
        (problem: unknown) =>
          showToast({ tone: 'danger', text: failureText(say(arrival.failure), problem instanceof Error ? problem.message : '') }),
      )
      .finally(() => {
        void clearRegisterCache(register.name)
        setUnder(false)
      })
  }, [arrival, refused, wanted, parameters, setParameters, evaluate, register, say])
  return under || (wanted && !asked.current)
}
