import { useState } from 'react'
import type { Value } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import { valueText } from '../../kinds/valueText.ts'
import type { Field, ScreenForm } from '../../model/model.ts'

/** Which part of a form is asked. */
export interface FormSteps {
  /** Fields of the part. */
  readonly fields: readonly Field[]
  /** What was chosen in the parts before, in words. */
  readonly chosen: string
  readonly first: boolean
  readonly last: boolean
  /** Whether it goes on by itself once its choices are made. */
  readonly byItself: boolean
  goTo(change: 1 | -1): void
  /** Goes on where the value was the last choice that was missing. */
  choose(name: string, value: Value): void
}

const isChosen = ({ kind }: Field): boolean => kindByName(kind).entry === 'chosen'

/** The parts of a form, one after the other; a form without parts is one. */
export function useFormSteps(form: ScreenForm, values: Readonly<Record<string, unknown>>): FormSteps {
  const [at, setAt] = useState(0)
  const parts = form.steps.map(names => form.fields.filter(({ name }) => names.includes(name)))
  const fields = parts[at] ?? form.fields
  const last = at >= parts.length - 1
  const byItself = !last && fields.every(isChosen)
  const before = parts.slice(0, at).flat().filter(isChosen)
  return {
    fields,
    chosen: before.map(field => valueText(values[field.name], field)).join(' · '),
    first: at === 0,
    last,
    byItself,
    goTo: change => setAt(now => Math.min(Math.max(0, now + change), Math.max(0, parts.length - 1))),
    choose(name, value) {
      const whole = fields.every(field => (field.name === name ? value : values[field.name]) != null)
      if (byItself && whole) setAt(at + 1)
    },
  }
}
