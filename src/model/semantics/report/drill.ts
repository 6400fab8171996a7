import type { Drill } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import { scopeOfFields } from '../../expression.ts'
import type { Register } from '../../model.ts'
import { columnFields, parameterFields } from '../../report/expressionFields.ts'
import type { Report, ResultColumn } from '../../report.ts'
import type { JsonPath } from '../../source/source.ts'
import { boolType, type Checker } from '../checker.ts'
import { checkOptionalExpression } from './lazyScope.ts'

/** The place of a drill: the columns of its row, if it is one's, and whether its place on an axis is a span of time. */
interface DrillPlace {
  readonly columns: readonly ResultColumn[]
  readonly spans?: boolean
}

/** Checks that what is behind a figure is there, takes what it is given, and gets all that it must be asked. */
export function checkDrill(
  checker: Checker,
  path: JsonPath,
  drill: Drill | undefined,
  { columns, spans = false }: DrillPlace,
  page: Report,
): void {
  if (!drill) return
  const { reports, registers } = checker.model
  if ((drill.report === undefined) === (drill.register === undefined)) {
    checker.add(path, 'drill-one', 'A drill leads to exactly one of report, register.')
    return
  }
  const parameters = parameterFields(page.parameters)
  checkOptionalExpression(checker, [...path, 'when'], drill.when, () => scopeOfFields(checker.model, parameters), boolType)
  const scope = scopeOfFields(checker.model, [...parameters, ...columnFields(columns)])
  const names = new Set([
    ...scope.names,
    ...Object.keys(page.calls),
    'today',
    'yesterday',
    'monthStart',
    ...(spans ? ['from', 'until'] : []),
  ])
  for (const [name, text] of Object.entries(drill.with ?? {})) checker.address([...path, 'with', name], text, { ...scope, names })
  if (drill.register !== undefined) {
    const register = registers[drill.register]
    if (!register) checker.oneOf([...path, 'register'], 'register-unknown', 'register', drill.register, Object.keys(registers))
    else checkList(checker, path, drill, register)
    return
  }
  const report = reports[drill.report ?? '']
  if (!report) {
    checker.oneOf([...path, 'report'], 'report-unknown', 'report', drill.report ?? '', Object.keys(reports))
    return
  }
  checkNames(
    checker,
    path,
    drill,
    report.parameters.flatMap(({ fills }) => fills),
    'parameter',
  )
  const given = new Set([...page.parameters.flatMap(({ fills }) => fills), ...Object.keys(drill.with ?? {})])
  for (const { required, fills } of report.parameters)
    for (const name of required ? fills : [])
      if (!given.has(name)) checker.add([...path, 'report'], 'drill-lacks', `The report "${report.name}" needs "${name}".`)
}

/** Checks the filters of a list, which may be those of what its records refer to, and the field that is summed. */
function checkList(checker: Checker, path: JsonPath, drill: Drill, register: Register): void {
  const own = register.fields.map(({ name }) => name)
  for (const [name, text] of Object.entries(drill.with ?? {}))
    if (name.includes('.')) checker.fieldPath([...path, 'with', name], register, name)
    else if (checker.oneOf([...path, 'with', name], 'field-unknown', 'field', name, own, 'key'))
      checkSpan(checker, [...path, 'with', name], text, register)
  if (!checker.oneOf([...path, 'sum'], 'field-unknown', 'field', drill.sum, own)) return
  const summed = register.fields.find(({ name }) => name === drill.sum)
  if (summed && !(summed.stored && kindByName(summed.kind).sums))
    checker.add([...path, 'sum'], 'kind-needed', `"${summed.name}" cannot be added up.`)
}

/** A list reads a span of a field that is no time where its filter asks for one: elsewhere it narrows nothing, and all records stand behind the figure. */
function checkSpan(checker: Checker, path: JsonPath, text: string, register: Register): void {
  const field = register.fields.find(({ name }) => name === path.at(-1))
  if (!field || !text.includes('..') || kindByName(field.kind).time) return
  const filter = register.views.filter.fields.find(view => view.field === field.name)
  if (filter?.operator !== 'between')
    checker.add(path, 'drill-span', `The list does not read a span of "${field.name}": its filter needs the operator "between".`)
}

function checkNames(checker: Checker, path: JsonPath, drill: Drill, known: readonly string[], what: 'field' | 'parameter'): void {
  for (const name of Object.keys(drill.with ?? {}))
    checker.oneOf([...path, 'with', name], `${what}-unknown`, what, name, known, 'key')
}
