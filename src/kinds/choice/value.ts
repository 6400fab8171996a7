import { ok } from '../../base/result.ts'
import { foldText } from '../../base/text.ts'
import type { Choice, Kind, ValueOptions } from '../kind.ts'
import { listRoomByLength } from '../room.ts'
import { failWithProblem, valueProblem } from '../valueProblem.ts'

type Option = string | number

/** The field's own options, or those of its refinement (uf). */
export const choicesOfField = (o: ValueOptions): readonly Choice[] => o.choices ?? o.refine?.choices ?? []

/** Tells whether every option is a whole number, and so is the column. */
export const hasNumberChoices = (o: ValueOptions): boolean => {
  const choices = choicesOfField(o)
  return choices.length > 0 && choices.every(choice => typeof choice.value === 'number' && Number.isInteger(choice.value))
}

const unknown = (o: ValueOptions) => valueProblem(o, 'choice', o.refine?.message ?? 'choice-invalid')

/** By title, then by stored value, then by the number that both mean ('0' for '00'). */
const find = (text: string, o: ValueOptions): Choice | undefined => {
  const [words, wanted] = [wordsOf(choicesOfField(o)), foldText(text.trim())]
  return words.get(wanted) ?? (/^\d+$/.test(wanted) ? words.get(`#${Number(wanted)}`) : undefined)
}

const known = new WeakMap<readonly Choice[], ReadonlyMap<string, Choice>>()

/** Options by all that may be written for them, in the order in which it counts; made once, for a file asks for every row. */
function wordsOf(choices: readonly Choice[]): ReadonlyMap<string, Choice> {
  const made = known.get(choices)
  if (made) return made
  const words = new Map<string, Choice>()
  const offer = (word: string, choice: Choice): void => void (words.has(word) || words.set(word, choice))
  for (const choice of choices) offer(foldText(choice.title), choice)
  for (const choice of choices) offer(foldText(`${choice.value}`), choice)
  for (const choice of choices) if (/^\d+$/.test(`${choice.value}`)) offer(`#${Number(choice.value)}`, choice)
  known.set(choices, words)
  return words
}

const title = (option: Option | null, o: ValueOptions): string =>
  option === null ? '' : (choicesOfField(o).find(choice => choice.value === option)?.title ?? `${option}`)

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
    if (typeof raw !== 'string' && typeof raw !== 'number') return failWithProblem(o, 'choice', 'choice-invalid')
    const choices = choicesOfField(o)
    const choice =
      choices.find(one => one.value === raw) ?? choices.find(one => foldText(`${one.value}`) === foldText(`${raw}`.trim()))
    return choice ? ok(choice.value) : { ok: false, error: unknown(o) }
  },
  check: (option, o) => (choicesOfField(o).some(choice => choice.value === option) ? undefined : unknown(o)),
  schema: o => ({ enum: choicesOfField(o).map(choice => choice.value) }),
  jsonTypes: ['string', 'integer', 'number'],
  limits: [],
  chosenFrom: 'options',
  expressionType: o => (hasNumberChoices(o) ? 'int' : 'string'),
  entry: 'chosen',
  align: 'start',
  room: o => ({ span: 4, grows: true, list: listRoomByLength(o), rows: { width: 200, fixed: true } }),
  filter: () => ({ operator: 'eq', offered: true }),
  sums: false,
}
