import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { kindByName as kindOf } from '../../../kinds/values.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

type FilterField = Exclude<NonNullable<NonNullable<RegisterUiDefinition['filter']>['fields']>[number], string>

/** How a filter compares is something that the field's kind can do. */
export function checkFilterOperator(checker: Checker, path: JsonPath, filter: FilterField, register: Register): void {
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
