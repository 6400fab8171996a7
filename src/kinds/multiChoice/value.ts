import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import { ok } from '../../base/result.ts'
import { value as choice, choicesOfField, hasNumberChoices } from '../choice/value.ts'
import type { Kind, SchemaFragment, ValueOptions, ValueProblem } from '../kind.ts'
import { listRoomByLength } from '../room.ts'
import { valueProblem } from '../valueProblem.ts'

type Options = readonly (string | number)[]

/** Each option once, in the order of the definition, so that the same choices are the same value. */
const ordered = (options: Options, o: ValueOptions): Options =>
  choicesOfField(o).flatMap(({ value: option }) => (options.includes(option) ? [option] : []))

/** Reads each part of a value of several, until one is none. */
export const readItems = (
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
  return ok(found)
}

const read = (...asked: Parameters<typeof readItems>) => {
  const found = readItems(...asked)
  return found.ok ? ok(ordered(found.value, asked[2])) : found
}

/** Tells whether there are too few or too many. */
export function itemsProblem(count: number, o: ValueOptions, limit = Number.POSITIVE_INFINITY): ValueProblem | undefined {
  const [least, most] = [o.minItems ?? 0, Math.min(o.maxItems ?? limit, limit)]
  if (count < least) return valueProblem(o, 'tooShort', 'choices-too-few', { min: least })
  return count > most ? valueProblem(o, 'tooLong', 'choices-too-many', { max: most }) : undefined
}

const format = (options: Options | null, o: ValueOptions): string =>
  (options ?? []).map(option => choice.format(option, o)).join('; ')

function check(options: Options, o: ValueOptions): ValueProblem | undefined {
  const unknown = options.map(option => choice.check(option, o)).find(problem => problem !== undefined)
  return unknown ?? itemsProblem(options.length, o)
}

/** The JSON Schema of several different items. */
export const schemaOfItems = (items: SchemaFragment, { minItems, maxItems }: ValueOptions): SchemaFragment => ({
  type: 'array',
  items,
  uniqueItems: true,
  ...withoutUndefined({ minItems, maxItems }),
})

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
  // The type makes a plain comparison do for `uniqueItems`: another would load ajv in the page.
  schema: o => schemaOfItems({ type: hasNumberChoices(o) ? 'number' : 'string', ...choice.schema(o) }, o),
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
