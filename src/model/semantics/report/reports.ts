import { buildParameter } from '../../build/report/parameter.ts'
import type { Model } from '../../model.ts'
import type { Definitions } from '../../source/definitions.ts'
import type { Source } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import type { RememberedChecks } from '../rememberedChecks.ts'
import { checkFilter } from './parameter.ts'
import { checkQuery } from './query.ts'
import { checkReport } from './report.ts'

/** Everything that reports are made of: shared filters, queries with their SQL, screens. */
export function checkReports(
  definitions: Definitions,
  model: Model,
  checker: (source: Source) => Checker,
  check: RememberedChecks['check'],
): void {
  const context = {
    refinements: model.refinements,
    textKey: (name: string) => model.registers[name]?.textKey ?? false,
    ownChoices: () => [],
  }
  for (const { name, source, value } of definitions.filters.values())
    check([source], checkerOf =>
      checkFilter(checkerOf(source), value, buildParameter(name, { filter: name }, false, definitions.filters, context)),
    )
  for (const each of definitions.queries.values()) {
    const like = definitions.queries.get(each.value.like ?? '')?.source
    check([each.source, each.sql?.source, each.before, like], checkerOf => {
      const query = model.queries[each.name]
      if (query) checkQuery(checkerOf(each.source), each, query, checkerOf)
    })
    leaveWithout(definitions, checker(each.source), Object.values(each.value.parameters?.properties ?? {}))
  }
  for (const { name, source, value } of definitions.reports.values()) {
    check([source], checkerOf => {
      const report = model.reports[name]
      if (report) checkReport(checkerOf(source), value, report)
    })
    leaveWithout(definitions, checker(source), value.parameters ?? [])
  }
  for (const { name, source } of definitions.strays) {
    const own = checker(source)
    if (!own.names.queries.has(name))
      own.add([], 'query-unknown', `There is no query "${name}" whose statements these could be.`, {
        offset: 0,
        word: name,
        candidates: own.names.queries,
      })
  }
  checkAddresses(definitions, checker)
}

/** A report that asks by a shared filter falls with it. */
function leaveWithout(
  { filters }: Definitions,
  checker: Checker,
  parameters: readonly (string | { readonly filter?: string })[],
): void {
  const named = parameters.map(each => (typeof each === 'string' ? each : each.filter))
  if (named.some(name => name !== undefined && checker.names.filters.has(name) && !filters.has(name))) checker.leave()
}

/** Addresses of calls are unique, in any letter case. */
function checkAddresses(definitions: Definitions, checker: (source: Source) => Checker): void {
  const taken = new Map<string, string>()
  for (const { name, source, value } of definitions.queries.values()) {
    const other = taken.get(value.path.toLowerCase())
    if (other === undefined) taken.set(value.path.toLowerCase(), name)
    else checker(source).add(['path'], 'path-twice', `The address ${value.path} is that of ${other} already.`)
  }
}
