import { useMemo, useState } from 'react'
import { toast } from '../../controls/toasts.ts'
import type { Value, ValueProblem } from '../../kinds/kind.ts'
import { checkRecord } from '../../model/check.ts'
import { newRecord } from '../../model/defaults.ts'
import { evaluate } from '../../model/expression.ts'
import type { CallSpec, Model, Screen } from '../../model/model.ts'
import { sayProblem } from '../../model/text.ts'
import { call } from '../data/api.ts'
import { type Session, useSay, useSession } from '../data/session.tsx'
import { originOf } from '../form/around.ts'
import type { BodyOf } from './body.ts'
import { modelOfForm } from './formRegister.ts'

type Values = Readonly<Record<string, unknown>>

export interface ScreenFormState {
  readonly values: Values
  /** Texts by field: of the fields left so far, and of all after a submit. */
  readonly problems: Readonly<Record<string, string>>
  readonly failure: string | undefined
  readonly busy: boolean
  readonly dirty: boolean
  /** Changes when the form starts anew. */
  readonly round: number
  change(name: string, value: Value, problem?: ValueProblem): void
  leave(name: string): void
  /** Calls when nothing is wrong; else the name of the first field that is. */
  submit(): Promise<string | undefined>
}

/** The state of a screen's form, from the first keystroke to the reply. */
export function useScreenForm(screen: Screen, form: BodyOf<'form'>): ScreenFormState {
  const session = useSession()
  const say = useSay()
  const model = useMemo(() => modelOfForm(session.model, screen, form), [session.model, screen, form])
  const start = () => newRecord(model, screen.name, originOf(session))
  const [values, setValues] = useState<Values>(start)
  const [unread, setUnread] = useState<Readonly<Record<string, ValueProblem>>>({})
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const [dirty, setDirty] = useState(false)

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
    busy,
    dirty,
    round,
    change(name, value, problem) {
      setValues(now => ({ ...now, [name]: value }))
      setUnread(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others))
      setDirty(true)
    },
    leave: name => setSeen(now => (now.has(name) || isBlank(values[name]) ? now : new Set([...now, name]))),
    async submit() {
      setSeen(new Set(form.fields.map(field => field.name)))
      const wrong = form.fields.find(field => all[field.name] !== undefined)?.name
      if (wrong) return wrong
      setBusy(true)
      setFailure(undefined)
      try {
        await makeCall(form.submit, model, screen.name, values, session)
        again()
        if (form.success) toast({ text: say(form.success) })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        setFailure(form.failure ? say(form.failure, { message }) : message)
      } finally {
        setBusy(false)
      }
      return undefined
    },
  }
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** The first problem of each field, in words. */
function problemsOf(
  model: Model,
  name: string,
  values: Values,
  unread: Readonly<Record<string, ValueProblem>>,
  session: Session,
): Record<string, string> {
  const { problems } = checkRecord(model, name, values, { ...originOf(session), isNew: true })
  const all = [...Object.entries(unread).map(([path, problem]) => ({ path, ...problem })), ...problems]
  const texts: Record<string, string> = {}
  for (const problem of all) texts[problem.path] ??= sayProblem(model, problem)
  return texts
}

async function makeCall(spec: CallSpec, model: Model, name: string, values: Values, session: Session): Promise<void> {
  const moment = { ...originOf(session), record: values, isNew: true }
  const evaluated = (from: Readonly<Record<string, string>> | undefined) =>
    from && Object.fromEntries(Object.entries(from).map(([key, expression]) => [key, evaluate(model, name, expression, moment)]))
  const query = evaluated(spec.query)
  const body = evaluated(spec.body)
  await call(spec.method, spec.path, { ...(query ? { query } : {}), ...(body ? { body } : {}) })
}
