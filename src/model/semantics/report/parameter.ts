import type { FilterDefinition, Parameter as ParameterDefinition, Property } from '../../../generated/definitions.ts'
import { kindByName as kindOf } from '../../../kinds/values.ts'
import { scopeOfFields } from '../../expression.ts'
import { parameterFields } from '../../report/expressionFields.ts'
import { reservedNames } from '../../report/sql.ts'
import type { Parameter } from '../../report.ts'
import type { JsonPath } from '../../source/source.ts'
import { boolType, type Checker } from '../checker.ts'
import { checkValueDefinition } from '../property.ts'
import { checkOptionalExpression } from './lazyScope.ts'

/** One thing that is asked: its filter, its kind, its default. `made` is what was made of it, `all` stand beside it. */
export function checkParameter(
  checker: Checker,
  path: JsonPath,
  words: ParameterDefinition,
  made: Parameter,
  all: readonly Parameter[],
): void {
  checker.oneOf([...path, 'filter'], 'filter-unknown', 'shared filter', words.filter, checker.names.filters)
  const { filter: _filter, default: _default, const: _const, ...property } = words
  if (words.filter === undefined) checkValueDefinition(checker, path, property as Property, made)
  checkDefault(checker, [...path, 'default'], words.default, made)
  checkDefault(checker, [...path, 'const'], words.const, made)
  checkRange(checker, path, made)
  checkOptionalExpression(
    checker,
    [...path, 'visibleWhen'],
    words.visibleWhen,
    () => scopeOfFields(checker.model, parameterFields(all)),
    boolType,
  )
}

/** A filter that reports share. */
export function checkFilter(checker: Checker, value: FilterDefinition, made: Parameter): void {
  const { default: _default, $schema: _schema, ...property } = value
  checkValueDefinition(checker, [], property as Property, made)
  checkDefault(checker, ['default'], value.default, made)
  checkRange(checker, [], made)
  checkOptionalExpression(
    checker,
    ['visibleWhen'],
    value.visibleWhen,
    () => scopeOfFields(checker.model, parameterFields([made])),
    boolType,
  )
}

/** A range fills two names, anything else one. */
function checkRange(checker: Checker, path: JsonPath, made: Parameter): void {
  const wanted = made.control === undefined ? 1 : 2
  if (made.fills.length !== wanted)
    checker.add([...path, 'fills'], 'fills-count', `"${made.name}" fills ${wanted === 1 ? 'one name' : 'two names'}.`)
  made.fills.forEach((name, i) => {
    if (reservedNames.includes(name))
      checker.add([...path, 'fills', i], 'name-taken', `"${name}" means something else in every call.`)
  })
}

function checkDefault(checker: Checker, path: JsonPath, value: unknown, made: Parameter): void {
  if (value === undefined) return
  if (made.control !== undefined) {
    if (made.presets) checker.oneOf(path, 'preset-unknown', 'preset', String(value), [...made.presets, 'none'])
    return
  }
  if (Array.isArray(value) !== made.many) {
    checker.add(path, 'default-invalid', made.many ? 'The default of several values is a list.' : 'The default is one value.')
    return
  }
  for (const each of Array.isArray(value) ? value : [value]) {
    if (!kindOf(made.kind).accept(each, made).ok)
      checker.add(path, 'default-invalid', `The parameter itself refuses ${JSON.stringify(each)}.`)
  }
}

/** Names that fill twice: two parameters must not be one in the address. A time range narrows the two of a date range. */
export function checkFilledNames(
  checker: Checker,
  path: JsonPath,
  parameters: readonly Parameter[],
  step: (i: number) => JsonPath,
): void {
  const taken = new Set<string>()
  parameters.forEach((parameter, i) => {
    if (parameter.control === 'timeRange') return
    for (const name of parameter.fills) {
      if (taken.has(name)) checker.add([...path, ...step(i)], 'name-twice', `The parameter "${name}" stands twice.`)
      taken.add(name)
    }
  })
}
