import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model, Rights } from '../model.ts'
import type { Parameter, Query, ResultColumn, ResultShape, Statement } from '../report.ts'
import { hiddenOfPlan, isColumnHidden } from './sight.ts'

const known = new WeakMap<Rights, WeakMap<Query, Query>>()

/**
 * Returns a query as somebody with these rights may have it answered: columns that are hidden from them answer nothing, and no rows are in
 * their order. The same object where nothing is hidden.
 */
export const seenQuery = (model: Model, query: Query, rights: Rights): Query =>
  memoizeByKey(
    memoizeByKey(known, rights, () => new WeakMap<Query, Query>()),
    query,
    () => cut(model, query, rights),
  )

function cut(model: Model, query: Query, rights: Rights): Query {
  const isHidden = isColumnHidden(model, query, rights)
  const hiddenNames = new Set<string>()
  const column = (one: ResultColumn, statement: string): ResultColumn => {
    if (!isHidden(statement, one)) return one
    hiddenNames.add(one.name)
    return { ...one, hidden: true }
  }
  const shape = (one: ResultShape, statement: string): ResultShape => {
    if (one.is === 'value') return { ...one, column: column(one.column, statement) }
    if (one.is !== 'record') return { ...one, columns: one.columns.map(each => column(each, one.statement)) }
    const members = Object.entries(one.members).map(([name, each]) => [name, shape(each, one.statement ?? '')] as const)
    return { ...one, members: Object.fromEntries(members) }
  }
  const result = shape(query.result, '')
  if (hiddenNames.size === 0) return query
  const statements = Object.entries(query.statements).map(([name, each]) => [name, withoutOrder(model, each, rights)] as const)
  const parameters = query.parameters.map(parameter => withoutChoices(parameter, hiddenNames))
  return { ...query, parameters, result, statements: Object.fromEntries(statements) }
}

/** A choice that names a column ("order by profit") is none where the column is hidden. */
export const withoutChoices = (parameter: Parameter, hidden: ReadonlySet<string>): Parameter =>
  parameter.choices ? { ...parameter, choices: parameter.choices.filter(({ value }) => !hidden.has(String(value))) } : parameter

/** Returns the names of the columns that a query does not answer. */
export function hiddenColumnsOf({ result }: Query): ReadonlySet<string> {
  const names = (shape: ResultShape): string[] => {
    if (shape.is === 'value') return shape.column.hidden ? [shape.column.name] : []
    if (shape.is === 'record') return Object.values(shape.members).flatMap(names)
    return shape.columns.flatMap(({ name, hidden }) => (hidden ? [name] : []))
  }
  return new Set(names(result))
}

/** Rows tell in their order what their columns do not. */
function withoutOrder(model: Model, statement: Statement, rights: Rights): Statement {
  if ('own' in statement) return statement
  const hidden = hiddenOfPlan(model, statement, rights)
  return { ...statement, order: statement.order.filter(each => !hidden.has(each.split(' ')[0] ?? '')) }
}
