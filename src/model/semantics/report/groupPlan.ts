import { isRecord } from '../../../base/record.ts'
import type { Plan } from '../../../generated/definitions.ts'
import { kindByName as kindOf } from '../../../kinds/values.ts'
import type { Register } from '../../model.ts'
import { fieldAtPath } from '../../register.ts'
import { columnsNeeded } from '../../report/resultShape.ts'
import type { Query } from '../../report.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkWhere as checkRegisterWhere } from '../where.ts'

const measures = ['sum', 'avg', 'min', 'max', 'count'] as const

/** Groups and measures: fields of the register, columns of the answer. `path` ends in the statement's name. */
export function checkGroupPlan(checker: Checker, path: JsonPath, plan: Plan, made: Query): void {
  const register = checker.register([...path, 'register'], plan.register)
  if (!register) return
  checkWhere(checker, [...path, 'where'], plan.where, register, made)
  checkTellingConditions(checker, path, plan, register)
  for (const [name, group] of Object.entries(plan.groups ?? {})) {
    const at = [...path, 'groups', name]
    const grouped = typeof group === 'string' ? group : group.field
    if (fieldAt(checker, register, grouped)?.references)
      checker.add(at, 'group-unfit', `"${grouped}" holds several records, and a row is in one group.`)
    if (typeof group === 'string') checker.fieldPath(at, register, group)
    else {
      checker.fieldPath([...at, 'field'], register, group.field)
      const kind = fieldAt(checker, register, group.field)?.kind
      const time = kind && kindOf(kind).time
      if (kind !== undefined && time !== 'instant' && time !== 'day')
        checker.add([...at, 'part'], 'kind-needed', `Only a moment has parts; ${group.field} is of the kind ${kind}.`)
    }
  }
  for (const [name, measure] of Object.entries(plan.measures))
    checkMeasure(checker, [...path, 'measures', name], measure, register)
  const columns = [...Object.keys(plan.groups ?? {}), ...Object.keys(plan.measures)]
  for (const name of Object.keys(plan.having ?? {}))
    checker.oneOf([...path, 'having', name], 'column-unknown', 'measure', name, Object.keys(plan.measures), 'key')
  plan.order?.forEach((each, i) => {
    checker.oneOf([...path, 'order', i], 'column-unknown', 'group or measure', each.split(' ')[0], columns)
    checker.direction([...path, 'order', i], each)
  })
  for (const name of columnsNeeded(made.result).get(String(path.at(-1))) ?? [])
    if (!columns.includes(name))
      checker.unknown([...path, 'measures'], 'column-unknown', 'group or measure', name, columns, 'key')
}

/** Rows that are chosen by a hidden value tell it to whoever opens the report. */
function checkTellingConditions(
  checker: Checker,
  path: JsonPath,
  { where, having, measures: all }: Plan,
  register: Register,
): void {
  const hidden = (name: string): boolean => fieldAt(checker, register, name)?.see !== undefined
  const walk = (at: JsonPath, part: unknown): void => {
    if (Array.isArray(part)) for (const [i, each] of part.entries()) walk([...at, i], each)
    else if (isRecord(part))
      for (const [name, each] of Object.entries(part)) {
        if (name === 'and' || name === 'or') walk([...at, name], each)
        else if (hidden(name)) tell([...at, name], name)
      }
  }
  const tell = (at: JsonPath, name: string): void =>
    checker.add(at, 'see-condition', `"${name}" is not for everybody ("see"): rows chosen by it tell its values.`, {
      part: 'key',
    })
  walk([...path, 'where'], where)
  for (const name of Object.keys(having ?? {})) {
    const field = Object.values(all[name] ?? {}).find(each => typeof each === 'string')
    if (field !== undefined && hidden(field)) tell([...path, 'having', name], field)
  }
}

function checkMeasure(checker: Checker, path: JsonPath, measure: Plan['measures'][string], register: Register): void {
  const has = measures.filter(word => measure[word] !== undefined)
  const [word] = has
  if (has.length !== 1 || word === undefined) {
    checker.add(path, 'measure-one', `A measure is exactly one of ${measures.join(', ')}.`, { part: 'key' })
    return
  }
  const name = measure[word]
  if (typeof name !== 'string') return
  checker.fieldPath([...path, word], register, name)
  const kind = fieldAt(checker, register, name)?.kind
  if (kind !== undefined && (word === 'sum' || word === 'avg') && !kindOf(kind).sums)
    checker.add([...path, word], 'sum-kind', `A ${kind} cannot be added up.`)
}

const fieldAt = (checker: Checker, register: Register, name: string) => fieldAtPath(checker.model.registers, register, name)

function checkWhere(checker: Checker, path: JsonPath, where: Plan['where'], register: Register, made: Query): void {
  checkRegisterWhere(checker, path, register, where, true)
  const names = made.parameters.flatMap(parameter => parameter.fills)
  const walk = (at: JsonPath, value: unknown): void => {
    if (typeof value === 'string' && value.startsWith('$'))
      checker.oneOf(at, 'parameter-unknown', 'parameter', value, new Set(names.map(name => `$${name}`)))
    else if (Array.isArray(value)) for (const [i, each] of value.entries()) walk([...at, i], each)
    else if (value !== null && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) walk([...at, name], each)
  }
  walk(path, where)
}
