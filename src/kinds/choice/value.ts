import { ok } from '../../base/result.ts'
import { fold } from '../../base/text.ts'
import type { Choice, Kind, ValueOptions } from '../kind.ts'
import { problem, refuse } from '../refuse.ts'

type Option = string | number

/** The field's own options, or those of its refinement (uf). */
export const choicesOf = (o: ValueOptions): readonly Choice[] => o.choices ?? o.refine?.choices ?? []

/** Whether every option is a whole number, and so is the column. */
export const isNumeric = (o: ValueOptions): boolean => {
  const choices = choicesOf(o)
  return choices.length > 0 && choices.every(choice => typeof choice.value === 'number' && Number.isInteger(choice.value))
}

const unknown = (o: ValueOptions) => problem(o, 'choice', o.refine?.message ?? 'choice-invalid')

/** By title, then by stored value, then by the number that both mean ('0' for '00'). */
const find = (text: string, o: ValueOptions): Choice | undefined => {
  const [choices, wanted] = [choicesOf(o), fold(text.trim())]
  return (
    choices.find(choice => fold(choice.title) === wanted) ??
    choices.find(choice => fold(`${choice.value}`) === wanted) ??
    (/^\d+$/.test(wanted)
      ? choices.find(choice => /^\d+$/.test(`${choice.value}`) && Number(choice.value) === Number(wanted))
      : undefined)
  )
}

const title = (option: Option | null, o: ValueOptions): string =>
  option === null ? '' : (choicesOf(o).find(choice => choice.value === option)?.title ?? `${option}`)

/** One of a written set of options. */
export const value: Kind<Option> = {
  parse(text, o) {
    if (text.trim() === '') return ok(null)
    const choice = find(text, o)
    return choice ? ok(choice.value) : { ok: false, error: unknown(o) }
  },
  format: title,
  edit: title,
  accept(raw, o) {
    if (typeof raw !== 'string' && typeof raw !== 'number') return refuse(o, 'choice', 'choice-invalid')
    const choices = choicesOf(o)
    const choice = choices.find(one => one.value === raw) ?? choices.find(one => fold(`${one.value}`) === fold(`${raw}`.trim()))
    return choice ? ok(choice.value) : { ok: false, error: unknown(o) }
  },
  check: (option, o) => (choicesOf(o).some(choice => choice.value === option) ? undefined : unknown(o)),
  schema: o => ({ enum: choicesOf(o).map(choice => choice.value) }),
  expressionType: o => (isNumeric(o) ? 'int' : 'string'),
  align: 'start',
  sums: false,
}
