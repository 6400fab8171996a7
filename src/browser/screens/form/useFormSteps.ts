import { useEffect, useState } from 'react'
import { membersOf } from '../../../base/record.ts'
import type { Value } from '../../../kinds/kind.ts'
import { kindByName } from '../../../kinds/values.ts'
import { valueText } from '../../../kinds/valueText.ts'
import type { Field, ScreenForm } from '../../../model/model.ts'
import type { FormStep } from '../../../model/screen.ts'
import { useLocation, useNavigate } from '../../router/router.tsx'
import type { ScreenFormState } from './useScreenForm.ts'

/** Parameter of the address that says which part is asked, from 1 on. */
const parameter = 'etapa'

/** Which part of a form is asked. */
export interface FormSteps {
  /** Fields of the part that are shown. */
  readonly fields: readonly Field[]
  /** The part, where the form has some. */
  readonly step: FormStep | undefined
  readonly at: number
  readonly count: number
  /** The choices of the parts before, in words. */
  readonly chosen: string
  readonly first: boolean
  readonly last: boolean
  /** Whether it goes on by itself once its choices are made. */
  readonly byItself: boolean
  /** Whether something in the part is not right yet: one does not go on. */
  readonly blocked: boolean
  /** Whether that is something that was not filled in: a value that is wrong says so itself. */
  readonly incomplete: boolean
  goTo(change: 1 | -1): void
  /** Asks the part of that field. */
  show(name: string): void
  /** Goes on where the value was the last choice that was missing. */
  choose(name: string, value: Value): void
}

/** Tells whether nothing was typed, chosen or ticked. */
const isBlank = (value: unknown): boolean =>
  value == null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

const isChosen = ({ kind }: Field): boolean => kindByName(kind).entry === 'chosen'

/** The parts of a form, one after the other; a form without parts is one. Parts with a title have an address each. */
export function useFormSteps(form: ScreenForm, state: ScreenFormState): FormSteps {
  const { values } = state
  const parts = form.steps.map(step => form.fields.filter(({ name }) => step.fields.includes(name)))
  const wrong = parts.findIndex(part => part.some(state.isWrong))
  const [at, go] = useStepPlace(form.steps, wrong < 0 ? parts.length - 1 : wrong)
  const all = parts[at] ?? form.fields
  const fields = all.filter(({ visibleWhen }) => state.holds(visibleWhen))
  const last = at >= parts.length - 1
  const byItself = !last && fields.every(isChosen)
  const before = parts.slice(0, at).flat().filter(isChosen)
  const titled = form.steps[at]?.title !== undefined
  return {
    fields,
    step: form.steps[at],
    at,
    count: parts.length,
    chosen: titled ? '' : before.map(field => valueText(values[field.name], field)).join(' · '),
    first: at === 0,
    last,
    byItself,
    blocked: parts.length > 0 && !byItself && (all.some(state.isWrong) || all.some(({ name }) => state.waiting.has(name))),
    incomplete: fields.some(field => isBlank(values[field.name]) && state.isWrong(field)),
    goTo: change => go(at + change),
    show: name => {
      const place = parts.findIndex(part => part.some(field => field.name === name))
      if (place >= 0 && place !== at) go(place)
    },
    choose(name, value) {
      const whole = fields.every(field => (field.name === name ? value : values[field.name]) != null)
      if (byItself && whole) go(at + 1)
    },
  }
}

interface StepState {
  /** The part from which one came here. */
  readonly from: number
}

/** Which part is asked, no later than `furthest`: by the address where parts have titles, so that the browser's buttons walk them. */
function useStepPlace(steps: readonly FormStep[], furthest: number): [number, (to: number) => void] {
  const [own, setOwn] = useState(0)
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const titled = steps.some(({ title }) => title !== undefined)
  const most = Math.max(0, steps.length - 1)
  const said = Number(new URLSearchParams(search).get(parameter) ?? 1)
  const asked = Number.isInteger(said) ? Math.min(Math.max(0, said - 1), most) : 0
  const at = titled ? Math.min(asked, furthest) : own
  const addressOf = (step: number): { readonly search: string } => {
    const query = new URLSearchParams(search)
    if (step === 0) query.delete(parameter)
    else query.set(parameter, String(step + 1))
    const text = query.toString()
    return { search: text ? `?${text}` : '' }
  }
  const early = titled && asked > at
  // An address of a part that cannot be asked yet is that of the one that is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it makes right
  useEffect(() => {
    if (early) navigate(addressOf(at), { replace: true })
  }, [early, at])
  return [
    at,
    to => {
      const step = Math.min(Math.max(0, to), most)
      if (!titled) setOwn(step)
      else if (step < at && membersOf(state).from === step) navigate(-1)
      else navigate(addressOf(step), { state: { from: at } satisfies StepState })
    },
  ]
}
