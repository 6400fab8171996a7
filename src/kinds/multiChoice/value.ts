import { ok } from '../../base/result.ts'
import { value as choice, choicesOfField, hasNumberChoices } from '../choice/value.ts'
import type { Kind, ValueOptions, ValueProblem } from '../kind.ts'
import { listRoomByLength } from '../room.ts'
import { valueProblem } from '../valueProblem.ts'

type Options = readonly (string | number)[]

/** Each option once, in the order of the definition, so that the same choices are the same value. */
const ordered = (options: Options, o: ValueOptions): Options =>
  choicesOfField(o).flatMap(({ value: option }) => (options.includes(option) ? [option] : []))

const read = (
  parts: readonly unknown[],
  one: (part: never, o: ValueOptions) => ReturnType<typeof choice.parse>,
  o: ValueOptions,
) => {
  const found: (string | number)[] = []
  for (const part of parts) {
    const option = one(part as never, o)
    if (!option.ok) return option
    if (option.value !== null) found.push(option.value)
  }
  return ok(ordered(found, o))
}

const format = (options: Options | null, o: ValueOptions): string =>
  (options ?? []).map(option => choice.format(option, o)).join('; ')

function check(options: Options, o: ValueOptions): ValueProblem | undefined {
  const unknown = options.map(option => choice.check(option, o)).find(problem => problem !== undefined)
  if (unknown) return unknown
  const [least, most] = [o.minItems ?? 0, o.maxItems ?? Number.POSITIVE_INFINITY]
  if (options.length < least) return valueProblem(o, 'tooShort', 'choices-too-few', { min: least })
  return options.length > most ? valueProblem(o, 'tooLong', 'choices-too-many', { max: most }) : undefined
}

/** Several of a written set of options; none of them is an empty value. People and files write them apart by semicolons. */
export const value: Kind<Options> = {
  parse(text, o) {
    const options = read(text.split(';'), choice.parse, o)
    return options.ok && options.value.length === 0 ? ok(null) : options
  },
  format,
  edit: format,
  accept: (raw, o) =>
    Array.isArray(raw) ? read(raw, choice.accept, o) : { ok: false, error: valueProblem(o, 'choice', 'choice-invalid') },
  check,
  schema: o => ({
    type: 'array',
    // The type makes a plain comparison do for `uniqueItems`: another would load ajv in the page.
    items: { type: hasNumberChoices(o) ? 'number' : 'string', ...choice.schema(o) },
    uniqueItems: true,
    ...(o.minItems === undefined ? {} : { minItems: o.minItems }),
    ...(o.maxItems === undefined ? {} : { maxItems: o.maxItems }),
  }),
  jsonTypes: ['array'],
  limits: ['minItems', 'maxItems'],
  chosenFrom: 'options',
  expressionType: o => (hasNumberChoices(o) ? 'list<int>' : 'list<string>'),
  entry: 'ticked',
  align: 'start',
  room: o => ({ span: 6, grows: true, list: listRoomByLength(o), rows: { width: 300, fixed: true } }),
  filter: () => ({ operator: 'contains', offered: true }),
  sums: false,
}
