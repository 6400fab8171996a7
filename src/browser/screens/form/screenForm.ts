import type { ValueProblem } from '../../../kinds/kind.ts'
import { checkRecord } from '../../../model/check.ts'
import { conditionHolds, type EvaluationContext, evaluate } from '../../../model/expression.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { Expression, Model, Screen } from '../../../model/model.ts'
import { call } from '../../data/api.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import type { ClientSession } from '../../data/session.tsx'
import type { ScreenBody } from '../screenBody.ts'

/** A form, who types in it, and what was typed so far. */
export interface ScreenFormContext {
  /** The definitions with the form as a register of the screen's name. */
  readonly model: Model
  readonly screen: Screen
  readonly form: ScreenBody<'form'>
  readonly session: ClientSession
  readonly values: Readonly<Record<string, unknown>>
}

export interface ScreenFormTexts {
  readonly title: string
  readonly titles: Readonly<Record<string, string>>
  readonly button: string
  readonly success: string | undefined
}

/** The form as a register that lives nowhere. */
export const formRegister = ({ name, title }: Screen, { fields, parameters, rules }: ScreenBody<'form'>) => ({
  name,
  title,
  fields: [...fields, ...parameters],
  rules,
})

const momentOf = ({ session, values }: Pick<ScreenFormContext, 'session' | 'values'>): EvaluationContext => ({
  ...sessionScope(session),
  record: values,
  isNew: true,
})

/** The value of an expression over the form. */
export const evaluateForm = (context: ScreenFormContext, expression: Expression): unknown =>
  evaluate(context.model, context.screen.name, expression, momentOf(context))

/** Tells whether a condition over the form holds; one that is not there does. */
export const isShown = (context: ScreenFormContext, condition: Expression | undefined): boolean =>
  conditionHolds(context.model, context.screen.name, condition, momentOf(context))

/** The form's words for these values. */
export function saidOf(context: ScreenFormContext): ScreenFormTexts {
  const { screen, form } = context
  const variant = form.variants.find(({ when }) => evaluateForm(context, when) === true)
  return {
    title: variant?.title ?? screen.title,
    titles: variant?.titles ?? {},
    button: variant?.button ?? form.button,
    success: variant?.success ?? form.success,
  }
}

/** The first problem of each field, in words. */
export function problemTexts(
  { model, screen, session, values }: ScreenFormContext,
  unread: Readonly<Record<string, ValueProblem>>,
): Readonly<Record<string, string>> {
  const { problems } = checkRecord(model, screen.name, values, { ...sessionScope(session), isNew: true })
  const all = [...Object.entries(unread).map(([path, problem]) => ({ path, ...problem })), ...problems]
  const texts: Record<string, string> = {}
  for (const problem of all) texts[problem.path] ??= formatProblem(model, problem)
  return texts
}

/** With a field that says so, ticked: the version of the text that it agrees to, under the name of the field for that. */
export function agreedVersion(
  { form, session }: ScreenFormContext,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const reads = form.fields.find(field => field.name === name)?.reads
  if (reads?.version === undefined) return {}
  return { [reads.version]: value === true ? (session.model.messages[reads.message]?.version ?? null) : null }
}

/** Makes the call in which the form ends, its members worked out; gives the reply. */
export async function sendForm(context: ScreenFormContext): Promise<unknown> {
  const { method, path, query, body } = context.form.submit
  const worked = (from: Readonly<Record<string, Expression>>) =>
    Object.fromEntries(Object.entries(from).map(([key, expression]) => [key, evaluateForm(context, expression)]))
  const { data } = await call<unknown>(method, fillAddress(path, context.values), {
    ...(query ? { query: worked(query) } : {}),
    ...(body ? { body: worked(body) } : {}),
  })
  return data
}
