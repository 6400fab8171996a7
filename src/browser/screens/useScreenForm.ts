import { useMemo, useState } from 'react'
import { showToast } from '../../controls/overlays/toasts.ts'
import type { Value, ValueProblem } from '../../kinds/kind.ts'
import { checkRecord } from '../../model/check.ts'
import { newRecord } from '../../model/defaults.ts'
import { evaluate } from '../../model/expression.ts'
import { formatProblem, formatMessage as sayIn } from '../../model/formatMessage.ts'
import type { CallSpec, Field, Model, Screen } from '../../model/model.ts'
import { CallError, call } from '../data/api.ts'
import { modelWithFields } from '../data/expressions/modelWithFields.ts'
import { sessionScope } from '../data/expressions/sessionScope.ts'
import { type ClientSession, useSession, useTranslate } from '../data/session.tsx'
import { useLocation } from '../router/router.tsx'
import { parseSearchParameters } from './parseSearchParameters.ts'
import type { ScreenBody } from './screenBody.ts'

type Values = Readonly<Record<string, unknown>>

export interface ScreenFormState {
  readonly values: Values
  /** Texts by field: of the fields left so far, and of all after a submit. */
  readonly problems: Readonly<Record<string, string>>
  readonly failure: ScreenFailure | undefined
  /** The call succeeded, and something stands in the form's place. */
  readonly done: boolean
  /** The form's words as they are for these values. */
  readonly said: ScreenFormTexts
  readonly busy: boolean
  readonly dirty: boolean
  /** Changes when the form starts anew. */
  readonly round: number
  change(name: string, value: Value, problem?: ValueProblem): void
  leave(name: string): void
  /** The name of the first of these fields with a problem. Without one the call is made, where they end the form. */
  submit(part: readonly Field[]): Promise<string | undefined>
}

export interface ScreenFailure {
  readonly tone: 'warning' | 'danger'
  readonly text: string
  /** What the server said beyond. */
  readonly detail: string | undefined
}

export interface ScreenFormTexts {
  readonly title: string
  readonly titles: Readonly<Record<string, string>>
  readonly button: string
  readonly success: string | undefined
}

/** The state of a screen's form, from the first keystroke to the reply. */
export function useScreenForm(screen: Screen, form: ScreenBody<'form'>): ScreenFormState {
  const session = useSession()
  const say = useTranslate()
  const model = useMemo(() => modelWithFields(session.model, formRegister(screen, form)), [session.model, screen, form])
  const { search } = useLocation()
  const start = () => ({
    ...newRecord(model, screen.name, sessionScope(session)),
    ...parseSearchParameters(form.parameters, search),
  })
  const [values, setValues] = useState<Values>(start)
  const [unread, setUnread] = useState<Readonly<Record<string, ValueProblem>>>({})
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<ScreenFailure>()
  const [done, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const [dirty, setDirty] = useState(false)

  const lastField = form.fields.find(({ name }) => name === form.steps.at(-1)?.at(-1)) ?? form.fields.at(-1)
  const said = saidOf(screen, form, model, values, session)
  const all = problemsOf(model, screen.name, values, unread, session)
  const shown = Object.fromEntries(Object.entries(all).filter(([name]) => seen.has(name)))

  const again = () => {
    setValues(start())
    setUnread({})
    setSeen(new Set())
    setDirty(false)
    setRound(round + 1)
  }

  return {
    values,
    problems: shown,
    failure,
    done,
    said,
    busy,
    dirty,
    round,
    change(name, value, problem) {
      setValues(now => ({ ...now, [name]: value }))
      setUnread(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others))
      setDirty(true)
    },
    leave: name => setSeen(now => (now.has(name) || isBlank(values[name]) ? now : new Set([...now, name]))),
    async submit(part) {
      setSeen(now => new Set([...now, ...part.map(field => field.name)]))
      const wrong = part.find(field => all[field.name] !== undefined)?.name
      if (wrong || part.at(-1) !== lastField) return wrong
      setBusy(true)
      setFailure(undefined)
      try {
        await makeCall(form.submit, model, screen.name, values, session)
        again()
        if (form.after) setDone(true)
        else if (said.success) showToast({ text: say(said.success) })
      } catch (error) {
        setFailure(failureOf(error, form.failure, model))
      } finally {
        setBusy(false)
      }
      return undefined
    },
  }
}

const formRegister = ({ name, title }: Screen, { fields, parameters, rules }: ScreenBody<'form'>) => ({
  name,
  title,
  fields: [...fields, ...parameters],
  rules,
})

/** What the server refused on purpose says more than the form's own words; that it is away or broke down does not. */
function failureOf(error: unknown, code: string | undefined, model: Model): ScreenFailure {
  const message = error instanceof Error ? error.message : String(error)
  const text = code ? sayIn(model, code, { message }) : message
  const tone = code && model.messages[code]?.kind === 'warning' ? 'warning' : 'danger'
  const refused = error instanceof CallError && [422, 424, 429].includes(error.status)
  return { tone, text, detail: refused && text !== message ? message : undefined }
}

function saidOf(screen: Screen, form: ScreenBody<'form'>, model: Model, values: Values, session: ClientSession): ScreenFormTexts {
  const moment = { ...sessionScope(session), record: values, isNew: true }
  const variant = form.variants.find(({ when }) => evaluate(model, screen.name, when, moment) === true)
  return {
    title: variant?.title ?? screen.title,
    titles: variant?.titles ?? {},
    button: variant?.button ?? form.button,
    success: variant?.success ?? form.success,
  }
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** The first problem of each field, in words. */
function problemsOf(
  model: Model,
  name: string,
  values: Values,
  unread: Readonly<Record<string, ValueProblem>>,
  session: ClientSession,
): Record<string, string> {
  const { problems } = checkRecord(model, name, values, { ...sessionScope(session), isNew: true })
  const all = [...Object.entries(unread).map(([path, problem]) => ({ path, ...problem })), ...problems]
  const texts: Record<string, string> = {}
  for (const problem of all) texts[problem.path] ??= formatProblem(model, problem)
  return texts
}

async function makeCall(spec: CallSpec, model: Model, name: string, values: Values, session: ClientSession): Promise<void> {
  const moment = { ...sessionScope(session), record: values, isNew: true }
  const evaluated = (from: Readonly<Record<string, string>> | undefined) =>
    from && Object.fromEntries(Object.entries(from).map(([key, expression]) => [key, evaluate(model, name, expression, moment)]))
  const query = evaluated(spec.query)
  const body = evaluated(spec.body)
  await call(spec.method, spec.path, { ...(query ? { query } : {}), ...(body ? { body } : {}) })
}
