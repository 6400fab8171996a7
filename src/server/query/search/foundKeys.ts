import {
  addParameter,
  isOneStore,
  isSearch,
  orderSql,
  type ParameterizedSql,
  ROOT_ALIAS,
  readingOf,
  type SqlContext,
  soughtRowsSql,
  TOTAL_COLUMN,
  whereSql,
} from '../planSql.ts'
import type { QueryPlan } from '../queryPlan.ts'
import { fitOf } from './fitOrder.ts'

/** The first rows of a search whose keys are kept: pages further back are sought anew. */
const MOST_FOUND = 200

/** Tells whether the page of a plan is made of keys: a search in one store, and a page among the first rows. */
export const isFoundByKeys = ({ table, where, limit, skip }: QueryPlan): boolean =>
  table.register.scope === 'store' && skip + limit <= MOST_FOUND && where.some(isSearch) && where.some(isOneStore)

/** The keys of the first rows of a search, in the order of its list, each beside how many rows there are in all. */
export function foundKeysSql(plan: QueryPlan): ParameterizedSql {
  const writing: SqlContext = { table: plan.table, params: [], joins: new Map() }
  const { sought, order } = soughtRowsSql(plan, writing)
  const key = `${ROOT_ALIAS}.${plan.table.id.sql}`
  const text = `SELECT ${key} AS key, count(*) OVER () AS "${TOTAL_COLUMN}" FROM ${sought} ORDER BY ${order} LIMIT ${MOST_FOUND}`
  return { text, params: writing.params, planned: 'each time' }
}

/** Which of these keys' rows a plan finds, in the order of its list, as whole rows or as keys alone. */
export function rowsOfKeysSql(plan: QueryPlan, keys: readonly number[], read: 'rows' | 'keys'): ParameterizedSql {
  const { table } = plan
  // Planned once: the keys tell how rows are found, whatever is sought.
  const writing: SqlContext = { table, params: [], joins: new Map(), prepared: true }
  const store = whereSql(plan.where.filter(isOneStore), writing)
  const these = `${ROOT_ALIAS}.${table.id.sql} = ANY(${addParameter(keys, writing)})`
  // Fenced, or PostgreSQL may find all that the search finds to keep ten of it.
  const rows = `(SELECT ${ROOT_ALIAS}.* FROM ${table.sql} ${ROOT_ALIAS}${store} AND ${these} OFFSET 0) ${ROOT_ALIAS}`
  const rest = whereSql(
    plan.where.filter(condition => !isOneStore(condition)),
    writing,
  )
  // Of some of the rows alone it cannot be told how well all fit: the keys stand in that order.
  const order =
    read === 'rows' && fitOf(plan)
      ? `array_position(${addParameter(keys, writing)}::bigint[], ${ROOT_ALIAS}.${table.id.sql}::bigint)`
      : orderSql(plan, writing)
  const list = read === 'rows' ? readingOf(plan, writing) : `${ROOT_ALIAS}.${table.id.sql} AS key`
  const text = `SELECT ${list} FROM ${rows}${[...writing.joins.values()].join('')}${rest} ORDER BY ${order}`
  return { text, params: writing.params }
}

/** Keys of a search's first rows, as they were before some rows changed. */
export interface FoundKeys {
  readonly keys: readonly number[]
  /** How many rows the search found in all. */
  readonly count: number
}

/** Tells whether the keys are those of all that was found. */
export const isWhole = ({ keys, count }: FoundKeys): boolean => count === keys.length

/**
 * The first keys after rows changed, of those that are found now (`found`: in order, of kept keys and of changed rows). What changed to stand
 * behind the last kept row is not known to be next: as many are sure as kept rows are left, or all where all that was found was kept.
 */
export function sureKeys(before: FoundKeys, changed: ReadonlySet<number>, found: readonly number[]): readonly number[] {
  if (isWhole(before)) return found.slice(0, MOST_FOUND)
  const kept = new Set(before.keys)
  const left = found.filter(key => kept.has(key) && !changed.has(key)).length
  return found.slice(0, left)
}
