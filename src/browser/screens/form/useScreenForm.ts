import { useMemo, useState } from 'react'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import type { Field, Screen } from '../../../model/model.ts'
import { modelWithFields } from '../../data/expressions/modelWithFields.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import type { ScreenBody } from '../screenBody.ts'
import { forAtLeast } from '../states/leastTime.ts'
import { forgetForm } from './keptForm.ts'
import {
  agreedVersion,
  formRegister,
  isShown,
  problemTexts,
  type ScreenFormContext,
  type ScreenFormTexts,
  saidOf,
  sendForm,
} from './screenForm.ts'
import { failureBeyond, failureOf, refusedFields, type ScreenFailure } from './screenFormFailure.ts'
import { useFormValues } from './useFormValues.ts'
import { useGoOn } from './useGoOn.ts'
import { useScreenLookups } from './useScreenLookups.ts'
import { useToldProblems } from './useToldProblems.ts'

type Values = Readonly<Record<string, unknown>>

export interface ScreenFormState {
  readonly values: Values
  /** Texts by field: of the fields left so far, and of all after a submit. */
  readonly problems: Readonly<Record<string, string>>
  readonly failure: ScreenFailure | undefined
  /** The call succeeded. */
  readonly done: boolean
  /** The last reply of the call; where the form shows it, the values asked stay beside it. */
  readonly reply: unknown
  /** The form's words as they are for these values. */
  readonly said: ScreenFormTexts
  readonly busy: boolean
  readonly dirty: boolean
  /** Changes when the form starts anew. */
  readonly round: number
  /** Fields whose lookups are on their way. */
  readonly waiting: ReadonlySet<string>
  /** Tells whether there is something wrong with the field that is shown, told or not. */
  isWrong(field: Field): boolean
  /** Tells whether a condition of the form holds. */
  holds(condition: string | undefined): boolean
  change(name: string, value: Value, problem?: ValueProblem): void
  leave(name: string): void
  /** The name of the first of these fields with a problem, or of one that the server refuses. Without one, the last part makes the call. */
  submit(part: readonly Field[], last: boolean): Promise<string | undefined>
}

/** The state of a screen's form, from the first keystroke to the reply. */
export function useScreenForm(screen: Screen, form: ScreenBody<'form'>): ScreenFormState {
  const session = useSession()
  const say = useTranslate()
  const model = useMemo(() => modelWithFields(session.model, formRegister(screen, form)), [session.model, screen, form])
  const { values, latest, put, restart, dirty, round } = useFormValues(model, screen, form, session)
  const [unread, setUnread] = useState<Readonly<Record<string, ValueProblem>>>({})
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const told = useToldProblems()
  const [failure, setFailure] = useState<ScreenFailure>()
  const [over, setOver] = useState<{ readonly reply: unknown }>()
  const [busy, setBusy] = useState(false)
  const goOn = useGoOn(form)
  const context: ScreenFormContext = { model, screen, form, session, values }
  const said = saidOf(context)
  const all = problemTexts(context, unread)
  const lookups = useScreenLookups({
    model,
    screen,
    session,
    values: latest,
    put: changes => put(changes, false),
    judge: told.judge,
  })

  const again = (): void => {
    restart()
    setUnread({})
    told.clear()
    setSeen(new Set())
  }
  const send = async (): Promise<string | undefined> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const reply = await forAtLeast(screen.loading, sendForm(context))
      const way = await goOn.prepare(context)
      if (form.keep) forgetForm(screen.name)
      if (!form.after && said.success) showToast({ text: say(said.success) })
      if (way !== undefined) return goOn.leave(way)
      if (!form.result) again()
      setOver({ reply })
    } catch (error) {
      const refused = refusedFields(error, context)
      told.refuse(refused)
      setFailure(failureBeyond(refused, failureOf(error, form.failure, model)))
      return refused[0]?.name
    } finally {
      setBusy(false)
    }
    return undefined
  }

  return {
    values,
    problems: told.shown(form.fields, name => (seen.has(name) && !lookups.waiting.has(name) ? all[name] : undefined)),
    failure,
    done: over !== undefined,
    reply: over?.reply,
    said,
    busy,
    dirty,
    round,
    waiting: lookups.waiting,
    // A hidden field stands in nobody's way, whatever was typed there before.
    isWrong: ({ name, visibleWhen }) => (all[name] !== undefined || told.isRefused(name)) && isShown(context, visibleWhen),
    holds: condition => isShown(context, condition),
    change(name, value, problem) {
      put({ [name]: value, ...agreedVersion(context, name, value) }, true)
      setUnread(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others))
      told.judge(name, undefined)
      lookups.typed(name)
    },
    leave: name => setSeen(now => (now.has(name) || isBlank(values[name]) ? now : new Set([...now, name]))),
    async submit(part, last) {
      setSeen(now => new Set([...now, ...part.map(field => field.name)]))
      const wrong = part.find(({ name }) => all[name] !== undefined)?.name
      return wrong !== undefined || !last ? wrong : send()
    },
  }
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '' || value === false
