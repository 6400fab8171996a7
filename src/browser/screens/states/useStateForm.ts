import { useMemo, useState } from 'react'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import { checkRecord } from '../../../model/check.ts'
import { newRecord } from '../../../model/defaults.ts'
import { evaluate as evaluateIn } from '../../../model/expression.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import type { StateForm } from '../../../model/screen.ts'
import { modelWithFields } from '../../data/expressions/modelWithFields.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import { useSession } from '../../data/session.tsx'
import type { StateContext } from './useStateContext.ts'

type Values = Readonly<Record<string, unknown>>

/** The typed values of a state. */
export interface StateFormState {
  readonly values: Values
  /** Texts by field, of those that were left and of all once it was tried. */
  readonly problems: Readonly<Record<string, string>>
  readonly dirty: boolean
  /** Whether all that is required is there. */
  readonly complete: boolean
  /** The value of an expression over what is typed. */
  evaluate(expression: string): unknown
  change(name: string, value: Value, problem?: ValueProblem): void
  leave(name: string): void
  /** The first field with a problem. */
  check(): string | undefined
  /** Takes note that the values were sent. */
  sent(): void
}

/** Fields that a state asks for live under this name. */
const place = '_state'

/** Fields of a state from their first values on; what others change of the record shows where nobody has typed. */
export function useStateForm(form: StateForm, { evaluate }: Pick<StateContext, 'evaluate'>): StateFormState {
  const session = useSession()
  const model = useMemo(
    () => modelWithFields(session.model, { name: place, title: '', fields: form.fields, rules: [] }),
    [session.model, form],
  )
  const origin = sessionScope(session)
  const [typed, setTyped] = useState<Values>({})
  const [unread, setUnread] = useState<Readonly<Record<string, ValueProblem>>>({})
  /** The values that an action took already: they stay to be read, and nobody loses them by leaving. */
  const [taken, setTaken] = useState<Values>()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const start = Object.fromEntries(Object.entries(form.values).map(([name, expression]) => [name, known(evaluate(expression))]))
  const values: Values = { ...newRecord(model, place, origin), ...start, ...typed }

  const problems: Record<string, string> = {}
  const { problems: found } = checkRecord(model, place, values, { ...origin, isNew: true })
  for (const one of [...Object.entries(unread).map(([path, problem]) => ({ path, ...problem })), ...found])
    problems[one.path] ??= formatProblem(model, one)
  const blank = ({ name, required }: Field): boolean => required && isBlank(values[name])

  return {
    values,
    problems: Object.fromEntries(Object.entries(problems).filter(([name]) => seen.has(name))),
    dirty: Object.keys(typed).length > 0 && typed !== taken,
    complete: !form.fields.some(blank),
    evaluate: expression => evaluateIn(model, place, expression, { ...origin, record: values, isNew: true }),
    change(name, value, problem) {
      setTyped(now => {
        // Choices among options that depend on this field are made anew.
        const hanging = form.fields.filter(({ optionsFrom }) => reads(optionsFrom, name)).map(field => [field.name, null])
        return { ...now, ...Object.fromEntries(hanging), [name]: value }
      })
      setUnread(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others))
    },
    leave: name => setSeen(now => (now.has(name) || isBlank(values[name]) ? now : new Set([...now, name]))),
    check() {
      setSeen(new Set(form.fields.map(({ name }) => name)))
      return form.fields.find(({ name }) => problems[name] !== undefined)?.name
    },
    sent() {
      setTaken(typed)
      setSeen(new Set())
    },
  }
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** An empty field is its type's zero to expressions, and empty to whoever types. */
const known = (value: unknown): unknown => (value === '' || value === 0 ? null : value)

const reads = (options: Field['optionsFrom'], name: string): boolean =>
  Object.values({ ...options?.call.query, ...options?.call.body }).some(expression =>
    new RegExp(`\\b${name}\\b`).test(expression),
  )
