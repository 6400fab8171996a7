import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { Plan, ReportDefinition } from '../../../generated/definitions.ts'
import { weekdays } from '../../../kinds/weekdays/days.ts'
import type { Register } from '../../model.ts'
import { fieldAtPath } from '../../register.ts'
import { type SqlSection, sqlSectionsOf } from '../../report/sql.ts'
import type { GroupPlan, Measure, Query, Statement } from '../../report.ts'
import type { QuerySource } from '../../source/definitions.ts'
import type { FieldContext } from '../field.ts'
import { buildParameter, type SharedFilters } from './parameter.ts'
import { buildResult, type WordsOfPlans } from './result.ts'

/** A call that reads figures, with its statements. */
export function buildQuery(
  { name, value, sql, before }: QuerySource,
  filters: SharedFilters,
  context: FieldContext,
  registers: Readonly<Record<string, Register>>,
): Query {
  const plans = planned(value.plan ?? {})
  return {
    name,
    title: value.title,
    path: value.path,
    gate: value.gate,
    scope: value.scope ?? 'store',
    parameters: parametersOf(value, filters, context, false),
    constants: parametersOf(value, filters, context, true),
    result: buildResult(value.result ?? { properties: {} }, context, wordsIn(plans, registers)),
    statements: { ...written(sql?.value ?? '', before), ...plans },
  }
}

function parametersOf(
  { parameters }: ReportDefinition,
  filters: SharedFilters,
  context: FieldContext,
  constant: boolean,
): Query['parameters'] {
  const required = new Set(parameters?.required ?? [])
  return Object.entries(parameters?.properties ?? {}).flatMap(([name, each]) =>
    (each.const !== undefined) === constant ? [buildParameter(name, each, required.has(name), filters, context)] : [],
  )
}

function written(text: string, shared: string | undefined): Record<string, Statement> {
  const { before, sections } = sqlSectionsOf(text)
  const own = (section: SqlSection): string => section.text.trim().replace(/;$/, '')
  return Object.fromEntries(sections.map(section => [section.name, { shared: (shared ?? before).trim(), own: own(section) }]))
}

/** As a plan counts them: 1 is Sunday. */
const namesOfWeekdays: ReturnType<WordsOfPlans> = {
  kind: 'choice',
  choices: weekdays.map(({ long }, at) => ({ value: at + 1, title: long })),
}

const wordsIn =
  (plans: Readonly<Record<string, GroupPlan>>, registers: Readonly<Record<string, Register>>): WordsOfPlans =>
  (statement, name) => {
    const { register = '', groups, measures } = plans[statement] ?? {}
    const group = groups?.[name]
    if (group?.part !== undefined) return group.part === 'weekday' ? namesOfWeekdays : undefined
    const measure = measures?.[name]
    const measured = measure && ('min' in measure ? measure.min : 'max' in measure ? measure.max : undefined)
    const path = group?.field ?? measured
    const of = registers[register]
    const field = path === undefined || !of ? undefined : fieldAtPath(registers, of, path)
    return field?.choices && withoutUndefined({ kind: field.kind, choices: field.choices, others: field.others })
  }

const planned = (plans: Readonly<Record<string, Plan>>): Record<string, GroupPlan> =>
  Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, buildPlan(plan)]))

const buildPlan = ({ register, where, groups, measures, having, order, limit }: Plan): GroupPlan =>
  withoutUndefined({
    register,
    where: where ?? {},
    groups: Object.fromEntries(
      Object.entries(groups ?? {}).map(([name, group]) => [name, typeof group === 'string' ? { field: group } : group]),
    ),
    measures: measures as Readonly<Record<string, Measure>>,
    having: (having ?? {}) as GroupPlan['having'],
    order: order ?? [],
    limit,
  })
