import { useMemo, useState } from 'react'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import type { AskWarning } from '../../../model/action.ts'
import { checkRecord } from '../../../model/check.ts'
import { newRecord } from '../../../model/defaults.ts'
import { conditionHolds } from '../../../model/expression.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import { formatProblem, type Translate } from '../../../model/formatMessage.ts'
import type { Field, Model } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { CallError } from '../../data/api.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { modelWithFields } from '../../data/expressions/modelWithFields.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { useSession } from '../../data/session.tsx'
import { useExpressions } from '../../data/useExpressions.ts'
import { fromHere } from '../../router/fromHere.ts'
import { useNavigate } from '../../router/router.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import type { ActionDialogProps } from '../actionDialog.ts'
import { actionFailure } from '../actionFailure.ts'
import { callWithFeedback, leadOn } from '../perform/performAction.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'
import { replyParams } from '../replyParams.ts'
import { rowScope } from '../rowScope.ts'
import { type LoadedRows, useLoadedRows } from './useLoadedRows.ts'

type Values = Readonly<Record<string, unknown>>
type Texts = Readonly<Record<string, string>>

export interface AskForm {
  /** The fields that are shown for what is typed, each required or not by that. */
  readonly fields: readonly Field[]
  readonly values: Values
  /** Texts by field: of those left so far and, once it was tried, of all. */
  readonly problems: Texts
  readonly failure: string | undefined
  /** The record's warning. */
  readonly warning: string | undefined
  readonly busy: boolean
  /** Whether anything was typed that leaving would lose. */
  readonly typed: boolean
  readonly loaded: LoadedRows
  change(name: string, value: Value, problem?: ValueProblem): void
  leave(name: string): void
  /** Makes the call. The name of the first field with a problem, `null` when it failed otherwise, nothing when it was done. */
  submit(): Promise<string | null | undefined>
}

/** Fields that the dialog asks for live under this name. */
const place = '_asked'

/** Holds the form of an action, from the first keystroke to the reply of its call. */
export function useAskForm({ action, tools, ids, row }: ActionDialogProps): AskForm {
  const session = useSession()
  const { ask } = action
  const fields = ask?.fields ?? []
  const model = useMemo(
    () =>
      modelWithFields(session.model, { name: place, title: action.title, fields: ask?.fields ?? [], rules: ask?.rules ?? [] }),
    [session.model, action, ask],
  )
  const evaluate = useExpressions(tools.register.name, ask?.warn ? undefined : nothing)
  const origin = sessionScope(session)
  const [values, setValues] = useState<Values>(() => newRecord(model, place, origin))
  const [unread, setUnread] = useState<Readonly<Record<string, ValueProblem>>>({})
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Texts>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState(false)
  const navigate = useNavigate()
  const loaded = useLoadedRows(ask, {
    row,
    ids,
    evaluate: tools.evaluate,
    // Values typed meanwhile stay.
    fill: reply => setValues(now => ({ ...now, ...knownOf(fields, reply, now) })),
    fail: error => setFailure(actionFailure(action, error, tools.say)),
  })

  const holds = (condition: string | undefined): boolean =>
    conditionHolds(model, place, condition, { ...origin, record: values, isNew: true })
  const { problems } = checkRecord(model, place, values, { ...origin, isNew: true })
  const found = firstTexts(model, [...Object.entries(unread).map(([path, problem]) => ({ path, ...problem })), ...problems])
  const warning = ask?.warn && warningOf(ask.warn, expression => evaluate(expression, rowScope(row)), tools.say)
  const shown = { ...refused, ...Object.fromEntries(Object.entries(found).filter(([name]) => seen.has(name))) }

  return {
    fields: fields
      .filter(({ visibleWhen }) => holds(visibleWhen))
      .map(field => (field.requiredWhen !== undefined && holds(field.requiredWhen) ? { ...field, required: true } : field)),
    values,
    problems: shown,
    failure,
    warning,
    busy,
    typed: typed || loaded.typed,
    loaded,
    change(name, value, problem) {
      setTyped(true)
      setValues(now => ({ ...now, [name]: value }))
      setUnread(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others))
      setRefused(({ [name]: _, ...others }) => others)
    },
    leave: name => setSeen(now => (now.has(name) || isBlank(values[name]) ? now : new Set([...now, name]))),
    async submit() {
      setSeen(new Set(fields.map(({ name }) => name)))
      const wrong = fields.find(({ name }) => found[name] !== undefined)?.name
      if (wrong) return wrong
      if (!loaded.readable || loaded.loading) return null
      setBusy(true)
      setFailure(undefined)
      try {
        await send({ action, tools, ids, row }, { ...values, ...loaded.asked }, navigate)
        return undefined
      } catch (error) {
        const at = refusedTexts(error, fields)
        setRefused(at)
        if (Object.keys(at).length === 0) setFailure(actionFailure(action, error, tools.say))
        return fields.find(({ name }) => at[name] !== undefined)?.name ?? null
      } finally {
        setBusy(false)
      }
    },
  }
}

/** Makes the call, or fetches the file, of an action with what was asked. */
async function send(
  { action, tools, ids, row }: Omit<ActionDialogProps, 'onClose'>,
  asked: Values,
  navigate: ReturnType<typeof useNavigate>,
): Promise<void> {
  const scope = rowScope(row, { selection: ids, asked })
  const { does } = action
  const leading = fromHere(navigate)
  if ('download' in does)
    return saveFile(
      await runCallSpec(does.download, scope, tools.evaluate),
      fillAddress(does.file, { ...row, ...forFileName(asked) }),
    )
  if (!('call' in does)) throw new Error(`the action ${action.id} asks for nothing that it sends`)
  // A refused user sees the record as it stands by now, too. The register that the call writes is read anew as well: of what this tab does nobody tells it.
  const deed = newActionId()
  const written = new Set([tools.register.name, does.call.path.split('/')[0] ?? ''])
  const reply = await callWithFeedback(action, tools.say, () =>
    runCallSpec(does.call, scope, tools.evaluate, action.undo && deed).finally(() =>
      Promise.all([...written].map(register => clearRegisterCache(register))),
    ),
  )
  const told = action.success && tools.say(action.success, { count: ids.length, ...replyParams(reply) })
  if (told && action.undo) tools.undoStack.saved(deed, told)
  else if (told) showToast({ text: told })
  await leadOn(action, tools.register, reply, leading, row)
}

/** The first problem of each field, in words. */
function firstTexts(model: Model, problems: readonly Problem[]): Texts {
  const found: Record<string, string> = {}
  for (const one of problems) found[one.path] ??= formatProblem(model, one)
  return found
}

/** Returns the texts of a refusal by the names of its fields. */
function refusedTexts(error: unknown, fields: readonly Field[]): Texts {
  const told = error instanceof CallError ? error.details : []
  return Object.fromEntries(
    told.flatMap(({ path, message }) => (message && fields.some(({ name }) => name === path) ? [[path, message]] : [])),
  )
}

/** Returns the warning of a record; nothing while its condition does not hold, or is not known yet. */
function warningOf(
  { when, message, params = {} }: AskWarning,
  evaluate: (expression: string) => unknown,
  say: Translate,
): string | undefined {
  if (evaluate(when) !== true) return undefined
  const values = Object.entries(params).map(([name, expression]) => [name, String(evaluate(expression) ?? '')])
  return say(message, Object.fromEntries(values))
}

const nothing: readonly string[] = []

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** A month typed as 11/2026 names no folder. */
const forFileName = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll(/[\\/ ]+/g, '-') : value]),
  )

/** Members of a reply for the fields that are still empty. */
const knownOf = (fields: readonly Field[], reply: Values, now: Values): Values =>
  Object.fromEntries(fields.flatMap(({ name }) => (isBlank(reply[name]) || !isBlank(now[name]) ? [] : [[name, reply[name]]])))
