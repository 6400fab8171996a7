import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { kindByName as kindOf } from '../../../kinds/values.ts'
import type { Field, Register } from '../../model.ts'
import { fieldOf } from '../../register.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

type FilterFields = NonNullable<NonNullable<RegisterUiDefinition['filter']>['fields']>
type FilterField = Exclude<FilterFields[number], string>

/** The fields of a filter panel: kept, each once, compared as their kinds are, with what they begin with. */
export function checkFilterPanel(checker: Checker, path: JsonPath, fields: FilterFields | undefined, register: Register): void {
  const before = new Set<string>()
  fields?.forEach((each, i) => {
    const filter = typeof each === 'string' ? { field: each } : each
    const at = typeof each === 'string' ? [...path, i] : [...path, i, 'field']
    checker.kept(at, register, filter.field)
    if (before.has(filter.field)) checker.add(at, 'name-twice', `The filter of "${filter.field}" stands twice.`)
    before.add(filter.field)
    if (!checker.field(at, register, filter.field)) return
    const field = fieldOf(register, filter.field)
    if (field && ['picture', 'attachment'].includes(kindOf(field.kind).keeps ?? ''))
      checker.add(
        at,
        'filter-kind',
        `Values of the kind ${field.kind} are not asked for: the filter "${field.name}" would be empty.`,
      )
    checkFilterOperator(checker, [...path, i], filter, register)
    if (field) checkBeginning(checker, [...path, i, 'default'], filter, field)
  })
}

const day = '(today([+-]\\d+)?|yesterday|)'
const namedRange = new RegExp(`^${day}\\.\\.${day}$`)

/** The value that a filter begins with is one that it could take: with another the list answers nothing but an error. */
function checkBeginning(checker: Checker, path: JsonPath, filter: FilterField, field: Field): void {
  const { default: value } = filter
  if (value === undefined || value === null) return
  const kind = kindOf(field.kind)
  const takes = (one: unknown): boolean => {
    const accepted = kind.accept(one, field)
    return accepted.ok && (field.choices === undefined || field.choices.some(choice => choice.value === accepted.value))
  }
  if ((filter.operator ?? kind.filter(field).operator) === 'between') {
    const ends = String(value).split('..')
    if (kind.time && namedRange.test(String(value))) return
    const isRange = ends.length === 2 && ends.every(end => end === '' || takes(kind.sums ? Number(end) : end))
    if (!isRange)
      checker.add(
        path,
        'filter-default',
        `A range begins with "from..to", such as "..yesterday", and not with ${JSON.stringify(value)}.`,
      )
    return
  }
  if (kind.expressionType(field).startsWith('list') || takes(value)) return
  const options = field.choices?.map(choice => String(choice.value))
  if (options) checker.unknown(path, 'option-unknown', `option of ${field.name}`, String(value), options)
  else checker.add(path, 'filter-default', `The filter of ${field.name} cannot begin with ${JSON.stringify(value)}.`)
}

/** How a filter compares is something that the field's kind can do. */
function checkFilterOperator(checker: Checker, path: JsonPath, filter: FilterField, register: Register): void {
  const field = register.fields.find(each => each.name === filter.field)
  if (filter.presets && field && (filter.operator ?? kindOf(field.kind).filter(field).operator) !== 'between')
    checker.add([...path, 'presets'], 'presets-unfit', 'Presets are ranges, and this filter takes none.', { part: 'key' })
  if (filter.operator === undefined || !field) return
  const kind = kindOf(field.kind)
  const isText = kind.chosenFrom === undefined && kind.expressionType(field) === 'string' && kind.time === undefined
  const fit = new Set(['eq', 'inq', kind.filter(field).operator])
  if (isText) fit.add('like')
  if (kind.sums || kind.time || (kind.chosenFrom === undefined && kind.expressionType(field) === 'int')) fit.add('between')
  if (fit.has(filter.operator)) return
  const message = `The field ${field.name} is of the kind ${field.kind}, whose filter has no "${filter.operator}". It has: ${[...fit].join(', ')}.`
  checker.add([...path, 'operator'], 'operator-unfit', message, { word: filter.operator, candidates: fit })
}
