import { isRecord } from '../../base/record.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Register } from '../model.ts'
import type { JsonPath } from '../source/source.ts'
import type { Checker } from './checker.ts'

/** The value that a comparison of a `where` takes: one, several, or a part of a text. */
const takes: Readonly<Record<string, 'one' | 'many' | 'two' | 'part' | 'any'>> = {
  eq: 'one',
  neq: 'one',
  gt: 'one',
  gte: 'one',
  lt: 'one',
  lte: 'one',
  between: 'two',
  inq: 'many',
  nin: 'many',
  like: 'part',
  nlike: 'part',
  ilike: 'part',
  contains: 'one',
  options: 'any',
}

/** LoopBack `where`: the fields that it names, comparisons that their kinds have, values that they take. `$name` is a parameter. */
export function checkWhere(
  checker: Checker,
  path: JsonPath,
  register: Register,
  where: Readonly<Record<string, unknown>> | undefined,
  withParameters = false,
): void {
  for (const [name, value] of Object.entries(where ?? {})) {
    if ((name === 'and' || name === 'or') && Array.isArray(value)) {
      for (const [i, part] of value.entries())
        if (isRecord(part)) checkWhere(checker, [...path, name, i], register, part, withParameters)
      continue
    }
    const field = register.fields.find(each => each.name === name)
    if (!checker.field([...path, name], register, name, 'key') || !field) continue
    if (field.secret) checker.kept([...path, name], register, name)
    const place: Place = { checker, field, withParameters }
    if (isRecord(value))
      for (const [operator, each] of Object.entries(value)) checkComparison(place, [...path, name, operator], operator, each)
    else checkValue(place, [...path, name], value)
  }
}

interface Place {
  readonly checker: Checker
  readonly field: Field
  readonly withParameters: boolean
}

function checkComparison(place: Place, path: JsonPath, operator: string, value: unknown): void {
  const { checker, field } = place
  if (!checker.oneOf(path, 'operator-unknown', 'operator', operator, Object.keys(takes), 'key')) return
  const type = kindByName(field.kind).expressionType(field)
  const taken = takes[operator]
  const lacks =
    (taken === 'part' && type !== 'string') ||
    (operator === 'contains' && !type.startsWith('list')) ||
    (['gt', 'gte', 'lt', 'lte', 'between'].includes(operator) && type === 'bool')
  if (lacks) {
    checker.add(path, 'operator-unfit', `The field ${field.name} is of the kind ${field.kind}, which has no "${operator}".`, {
      part: 'key',
    })
    return
  }
  if (taken === 'one' && operator !== 'contains') checkValue(place, path, value)
  if (taken !== 'many' && taken !== 'two') return
  if (isParameter(place, value)) return
  if (!Array.isArray(value) || (taken === 'two' && value.length !== 2)) {
    checker.add(path, 'value-invalid', `"${operator}" takes a list of ${taken === 'two' ? 'two values' : 'values'}.`)
    return
  }
  for (const [i, each] of value.entries()) checkValue(place, [...path, i], each)
}

const isParameter = ({ withParameters }: Place, value: unknown): boolean =>
  withParameters && typeof value === 'string' && value.startsWith('$')

function checkValue(place: Place, path: JsonPath, value: unknown): void {
  if (value === null || isParameter(place, value)) return
  const { checker, field } = place
  if (value === '$user') {
    const message = 'Here "$user" is a plain text: the register\'s "rows" narrow records to those of who asks.'
    checker.add(path, 'parameter-unexpected', message)
    return
  }
  const kind = kindByName(field.kind)
  const accepted = kind.accept(value, field)
  const options = field.choices?.map(choice => String(choice.value))
  if (accepted.ok && (options === undefined || Array.isArray(value) || options.includes(String(value)))) return
  if (options && ['string', 'number'].includes(typeof value))
    checker.unknown(path, 'option-unknown', `option of ${field.name}`, String(value), options)
  else checker.add(path, 'value-invalid', `The field ${field.name} does not take ${JSON.stringify(value)}.`)
}
