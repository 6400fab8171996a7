import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { columnOf } from '../../kinds/columns.ts'
import { replaceSqlNames } from '../../model/report/sql.ts'
import type { Parameter, Query } from '../../model/report.ts'

/** SQL whose names have become numbered parameters, each with its type. */
export interface BoundStatement {
  readonly text: string
  /** Names in the order of their numbers. */
  readonly names: readonly string[]
}

/** SQL with the values of its numbered parameters. */
export interface SentStatement {
  readonly text: string
  readonly params: readonly unknown[]
}

const known = new WeakMap<Query, Map<string, BoundStatement>>()

/** A statement of a query, ready to be given values. Values never become part of the text. */
export function bindStatement(query: Query, name: string, sql: string): BoundStatement {
  const statements = memoizeByKey(known, query, () => new Map<string, BoundStatement>())
  return memoizeByKey(statements, name, () => bind(sql, parameterTypes(query)))
}

function bind(sql: string, types: ReadonlyMap<string, string>): BoundStatement {
  const names: string[] = []
  const text = replaceSqlNames(sql, name => {
    const type = types.get(name)
    if (type === undefined) throw new Error(`The statement uses a parameter that is not declared: ${name}`)
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}::${type}`
  })
  return { text, names }
}

/** SQL types of everything that a statement may name. */
export function parameterTypes(query: Query): ReadonlyMap<string, string> {
  const types = new Map([
    ['lojaId', 'bigint'],
    ['tz', 'text'],
  ])
  for (const parameter of [...query.parameters, ...query.constants])
    for (const name of parameter.fills) types.set(name, typeOf(parameter))
  return types
}

const typeOf = (parameter: Parameter): string => `${columnOf(parameter.kind).sqlType(parameter)}${parameter.many ? '[]' : ''}`
