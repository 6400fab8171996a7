import type { GroupPlan, Measure, MomentPart } from '../../model/report.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { addParameter, columnPathSql, joinsSql, type ParameterizedSql, ROOT_ALIAS, type SqlContext, whereSql } from './planSql.ts'
import type { Condition, QueryContext } from './queryPlan.ts'
import { type ColumnPath, columnPathOf } from './table.ts'

/** A plan with groups: measures over the records that meet the conditions. */
export function aggregateSql(
  plan: Omit<GroupPlan, 'where'>,
  where: readonly Condition[],
  context: QueryContext,
): ParameterizedSql {
  const writing: SqlContext = { table: context.table, params: [], joins: new Map() }
  const groups = Object.entries(plan.groups).map(([name, { field, part }]) => {
    const place = columnPathOf(field, context)
    return { name, sql: part ? partSql(part, place, context.zone, writing) : columnPathSql(place, writing) }
  })
  const measures = Object.entries(plan.measures).map(([name, measure]) => ({ name, sql: measureSql(measure, context, writing) }))
  const known = new Map(measures.map(({ name, sql }) => [name, sql]))
  const narrowed = whereSql(where, writing)
  const text = [
    `SELECT ${[...groups, ...measures].map(({ name, sql }) => `${sql} AS ${quotedIdentifier(name)}`).join(', ')}`,
    `FROM ${context.table.sql} ${ROOT_ALIAS}${joinsSql(writing)}${narrowed}`,
    groups.length === 0 ? '' : `GROUP BY ${groups.map((_, at) => at + 1).join(', ')}`,
    havingSql(plan.having, known, writing),
    orderSql(plan.order),
    plan.limit === undefined ? '' : `LIMIT ${Math.trunc(plan.limit)}`,
  ]
  return { text: text.filter(part => part !== '').join(' '), params: writing.params, planned: 'each time' }
}

/** A part of a moment as the store's clock and calendar show it; a day has no clock. */
function partSql(part: MomentPart, place: ColumnPath, zone: string, writing: SqlContext): string {
  const at = columnPathSql(place, writing)
  const wall = place.column.kind.time === 'instant' ? `(${at} AT TIME ZONE ${addParameter(zone, writing)})` : at
  switch (part) {
    case 'day':
      return `${wall}::date`
    case 'month':
      return `to_char(${wall}, 'YYYY-MM')`
    case 'hour':
      return `extract(hour FROM ${wall})::integer`
    case 'weekday':
      return `extract(dow FROM ${wall})::integer + 1`
  }
}

function measureSql(measure: Measure, context: QueryContext, writing: SqlContext): string {
  const at = (name: string): string => columnPathSql(columnPathOf(name, context), writing)
  if ('count' in measure) return measure.count === true ? 'count(*)' : `count(DISTINCT ${at(measure.count)})`
  if ('sum' in measure) return `coalesce(sum(${at(measure.sum)}), 0)`
  if ('avg' in measure) return `avg(${at(measure.avg)})`
  return 'min' in measure ? `min(${at(measure.min)})` : `max(${at(measure.max)})`
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function havingSql(having: GroupPlan['having'], known: ReadonlyMap<string, string>, writing: SqlContext): string {
  const tests = Object.entries(having).flatMap(([name, bounds]) =>
    Object.entries(bounds).map(
      ([word, value]) => `${known.get(name)} ${signs[word as keyof typeof signs]} ${addParameter(value, writing)}::numeric`,
    ),
  )
  return tests.length === 0 ? '' : `HAVING ${tests.join(' AND ')}`
}

/** `total DESC`; what has no value comes last. */
function orderSql(order: readonly string[]): string {
  const places = order.map(each => {
    const [name = '', way] = each.split(' ')
    return `${quotedIdentifier(name)}${way?.toUpperCase() === 'DESC' ? ' DESC' : ''} NULLS LAST`
  })
  return places.length === 0 ? '' : `ORDER BY ${places.join(', ')}`
}
