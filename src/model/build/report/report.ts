import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { ReportUiDefinition, ScreenDefinition, ScreenParameter } from '../../../generated/definitions.ts'
import type { Parameter, Query, Report, ReportCall } from '../../report.ts'
import type { Dashboard } from '../../screen.ts'
import type { Definition } from '../../source/definitions.ts'
import type { ReportBuildContext } from './buildContext.ts'
import { withEarlierCalls } from './comparison.ts'
import { buildLayout } from './layout.ts'
import { buildParameter } from './parameter.ts'

/** A report's screen; what its file leaves out is derived from what it calls. */
export function buildReport({ name, value }: Definition<ReportUiDefinition>, building: ReportBuildContext): Report {
  const written = reportCallsOf(name, value)
  const calls = withEarlierCalls(written, building.queries, value.compare !== undefined)
  const queries = Object.values(written).flatMap(call => building.queries[call.query] ?? [])
  return withoutUndefined({
    name,
    title: value.title ?? queries[0]?.title ?? name,
    help: value.description,
    path: value.path ?? `/relatorio/${name.replaceAll('_', '-')}`,
    gate: value.gate ?? gateOf(queries),
    icon: value.icon,
    parameters: parametersOf(value.parameters, queries, building),
    calls,
    layout: buildLayout(value.layout, calls, building),
    compareStores: value.compareStores,
    compare: value.compare,
    failure: value.failure ?? 'report.failed-quiet',
    empty: value.empty ?? 'report.empty',
    hint: value.hint,
    filters: value.filters,
  })
}

/** A page of figures: its calls know from expressions, or from the days that it asks, what they are asked. */
export function buildDashboard({ name, value }: Definition<ScreenDefinition>, building: ReportBuildContext): Dashboard {
  const { calls, parameters, layout, beside, news, failure, tour } = value.dashboard ?? { calls: {}, layout: [] }
  const made = withEarlierCalls(reportCallsOf(name, { calls }), building.queries, false)
  const first = buildLayout(layout, made, building)
  const report: Report = {
    name,
    title: value.title,
    path: value.path,
    gate: value.gate,
    parameters: parametersOf(parameters ?? [], [], building),
    calls: made,
    layout: [...first, ...buildLayout(beside ?? [], made, building)],
    failure: failure ?? 'report.failed-quiet',
    empty: 'report.empty',
  }
  return withoutUndefined({ report, first: first.length, news, tour })
}

/** The calls that a screen makes: the query of its own name when it names none. */
function reportCallsOf(name: string, { calls }: Pick<ReportUiDefinition, 'calls'>): Record<string, ReportCall> {
  const written = Object.entries(calls ?? { main: name })
  return Object.fromEntries(written.map(([as, call]) => [as, typeof call === 'string' ? { query: call } : call]))
}

/** Returns the gate of a screen: people who may make all of its calls. */
function gateOf(queries: readonly Query[]): string {
  const gates = [...new Set(queries.map(query => query.gate))]
  return gates.length === 1 ? (gates[0] ?? 'admin') : gates.map(gate => `(${gate})`).join(' && ') || 'admin'
}

function parametersOf(
  written: readonly ScreenParameter[] | undefined,
  queries: readonly Query[],
  { filters, context }: ReportBuildContext,
): Parameter[] {
  const known = new Map<string, Parameter>()
  for (const parameter of queries.flatMap(query => query.parameters))
    if (!known.has(parameter.name)) known.set(parameter.name, parameter)
  if (written === undefined) return [...known.values()]
  return written.map(each => {
    if (typeof each === 'string') return known.get(each) ?? buildParameter(each, { filter: each }, false, filters, context)
    const { name, required, ...own } = each
    return buildParameter(name, own, required ?? false, filters, context)
  })
}
