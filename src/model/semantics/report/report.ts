import type { ReportUiDefinition } from '../../../generated/definitions.ts'
import { scopeOfFields } from '../../expression.ts'
import { parameterFields } from '../../report/expressionFields.ts'
import type { Report, ReportCall } from '../../report.ts'
import { boolType, type Checker, scalarTypes } from '../checker.ts'
import { checkAddress } from '../registerUi.ts'
import { checkReportItems } from './layout.ts'
import { checkOptionalExpression } from './lazyScope.ts'
import { checkFilledNames, checkParameter } from './parameter.ts'

/** A report's screen. `made` is what was made of it. */
export function checkReport(checker: Checker, value: ReportUiDefinition, made: Report): void {
  checkAddress(checker, ['path'], value.path)
  checker.gate(['gate'], value.gate)
  checker.oneOf(['menu'], 'group-unknown', 'menu group', value.menu, checker.names.menuGroups)
  checker.message(['failure'], value.failure)
  checker.message(['empty'], value.empty)
  checker.message(['hint'], value.hint)
  checkReportCalls(checker, [], value.calls, made)
  checkComparison(checker, value, made)
  checkParameters(checker, [], value, made)
  if (value.layout) checkReportItems(checker, ['layout'], value.layout, made)
}

/** Calls of a page, which stand at `above` in its file. */
export function checkReportCalls(
  checker: Checker,
  above: readonly string[],
  calls: ReportUiDefinition['calls'],
  made: Report,
): void {
  const { names, model } = checker
  for (const [as, call] of Object.entries(made.calls).filter(([, { earlier }]) => !earlier)) {
    const written = calls?.[as]
    const path = written === undefined ? [] : [...above, 'calls', as]
    const at = typeof written === 'object' ? [...path, 'query'] : path
    if (!names.queries.has(call.query)) {
      const message =
        written === undefined
          ? `There is no query "${call.query}" that this screen could call: name its "calls".`
          : `There is no query "${call.query}".`
      checker.add(at, 'query-unknown', message, { word: call.query, candidates: names.queries })
    } else if (!model.queries[call.query]) {
      checker.leave()
    } else checkCall(checker, path, call, made)
  }
}

/** A comparison needs days to shift. */
function checkComparison(checker: Checker, { compare }: ReportUiDefinition, { calls, parameters }: Report): void {
  if (typeof compare === 'object')
    checker.oneOf(
      ['compare', 'parameter'],
      'parameter-unknown',
      'parameter',
      compare.parameter,
      new Set(parameters.map(({ name }) => name)),
    )
  if (compare && !Object.values(calls).some(({ earlier }) => earlier))
    checker.add(['compare'], 'compare-days', 'No call of this page takes a span of days that could be compared with others.', {
      part: 'key',
    })
}

/** Checks that the parameters of a call are known to the query, and that none is missing. */
function checkCall(checker: Checker, path: readonly string[], call: ReportCall, made: Report): void {
  const query = checker.model.queries[call.query]
  if (!query) return
  const scope = () => scopeOfFields(checker.model, parameterFields(made.parameters))
  const takes = query.parameters.flatMap(parameter => parameter.fills)
  for (const [name, expression] of Object.entries(call.members ?? {})) {
    checker.oneOf([...path, 'members', name], 'parameter-unknown', `parameter of ${query.name}`, name, takes, 'key')
    checkOptionalExpression(checker, [...path, 'members', name], expression, scope, scalarTypes)
  }
  checkOptionalExpression(checker, [...path, 'when'], call.when, scope, boolType)
  if (call.stores && query.scope !== 'store')
    checker.add([...path, 'stores'], 'stores-needed', `The figures of ${query.name} belong to no store.`)
  if (call.compare && !query.parameters.some(({ control }) => control === 'dateRange'))
    checker.add([...path, 'compare'], 'compare-days', `${query.name} takes no span of days that could be compared with others.`)
  const given = new Set([...made.parameters.flatMap(parameter => parameter.fills), ...Object.keys(call.members ?? {})])
  for (const parameter of query.parameters.filter(each => each.required))
    for (const name of parameter.fills)
      if (!given.has(name))
        checker.add(path, 'parameter-missing', `The query ${query.name} needs "${name}", which nothing here gives.`, {
          part: 'key',
        })
}

/** Checks what a page asks; `above` is where its definition stands in the file. */
export function checkParameters(
  checker: Checker,
  above: readonly string[],
  value: Pick<ReportUiDefinition, 'parameters'>,
  made: Report,
): void {
  const queries = Object.values(made.calls).flatMap(call => checker.model.queries[call.query] ?? [])
  const known = new Set([
    ...queries.flatMap(query => query.parameters.map(parameter => parameter.name)),
    ...checker.names.filters,
  ])
  value.parameters?.forEach((each, i) => {
    const path = [...above, 'parameters', i]
    const parameter = made.parameters[i]
    if (typeof each === 'string') checker.oneOf(path, 'parameter-unknown', 'parameter or shared filter', each, known)
    else if (parameter) {
      const { name: _name, required: _required, ...words } = each
      checkParameter(checker, path, words, parameter, made.parameters)
    }
  })
  if (value.parameters) checkFilledNames(checker, [...above, 'parameters'], made.parameters, i => [i])
}
