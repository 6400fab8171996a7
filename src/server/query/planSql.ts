import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { labelColumns } from './labels/labelColumns.ts'
import type { ComparisonOperator, Condition, QueryPlan, ReferenceLabel } from './queryPlan.ts'
import { fitColumns, fitSql } from './search/fitOrder.ts'
import { searchCondition } from './searchCondition.ts'
import type { ColumnPath, RegisterColumn, Table } from './table.ts'

/** A statement ready to run. */
export interface ParameterizedSql {
  readonly text: string
  readonly params: readonly unknown[]
  /** The search text decides which index serves: the statement is planned for its values, each time. */
  readonly planned?: 'each time'
}

/** Name of the planned table inside a statement. */
export const ROOT_ALIAS = 't'

/** Values met while writing become parameters; relations met become joins. */
export interface SqlContext {
  readonly table: Table
  readonly params: unknown[]
  readonly joins: Map<string, string>
  /** Of a statement that is prepared: what is sought is worked out once a run, not once a row. */
  readonly prepared?: true
  /** The parameter that names the store, once a condition of all rows has named one. */
  store?: string
}

/** The rows of a plan; `total` also counts what all pages together hold, in the same statement. */
export function selectSql(plan: QueryPlan, total = false): ParameterizedSql {
  const writing: SqlContext = { table: plan.table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  if (plan.where.some(isSearch)) return statement(soughtSql(plan, fromSql(writing, where), total, writing), plan, writing)
  // The count needs what the conditions join, the rows what the order joins besides.
  const counted = total ? `, (SELECT count(*) FROM ${fromSql(writing, where)}) AS "${TOTAL_COLUMN}"` : ''
  const order = orderSql(plan, writing)
  const rows = `SELECT ${readingOf(plan, writing)}${counted} FROM ${fromSql(writing, where)}`
  return statement(`${rows} ORDER BY ${order}${limitSql(plan, writing)}`, plan, writing)
}

/**
 * The rows of a search. Found first and sorted then: walking the list in its order until ten rows fit may mean to walk a million. What
 * is sorted and counted, in one go, is their keys alone; whole rows are read for the page. Where all rows are wanted, as for a file,
 * there is no page.
 */
function soughtSql(plan: QueryPlan, found: string, total: boolean, writing: SqlContext): string {
  const { table } = plan
  const file = !Number.isFinite(plan.limit) && !total
  const { sought, terms } = soughtOf(plan, found, writing, file ? `${ROOT_ALIAS}.*` : sortedColumns(plan))
  if (file) {
    const whole = terms.map(({ sql, down }) => `${sql}${down}`).join(', ')
    return `SELECT ${readingOf(plan, writing)} FROM ${sought} ORDER BY ${whole}${limitSql(plan, writing)}`
  }
  const keys = [...(table.scoped ? ['"lojaId"'] : []), table.id.sql]
  const read = [
    ...keys.map(key => `${ROOT_ALIAS}.${key}`),
    ...terms.map(({ sql }, at) => `${sql} AS o${at}`),
    ...(total ? [`count(*) OVER () AS "${TOTAL_COLUMN}"`] : []),
  ]
  const sorted = terms.map(({ down }, at) => `o${at}${down}`).join(', ')
  const page = `SELECT ${read.join(', ')} FROM ${sought} ORDER BY ${sorted}${limitSql(plan, writing)}`
  const same = keys.map(key => `${ROOT_ALIAS}.${key} = f.${key}`).join(' AND ')
  const count = total ? `, f."${TOTAL_COLUMN}"` : ''
  return `SELECT ${readingOf(plan, writing)}${count} FROM (${page}) f JOIN ${table.sql} ${ROOT_ALIAS} ON ${same} ORDER BY ${sorted}`
}

/** Returns the rows that a search finds: these columns of each, the joins of its order, and the terms of that order. */
function soughtOf(plan: QueryPlan, found: string, writing: SqlContext, read: string) {
  const sorting = { ...writing, joins: new Map<string, string>() }
  const terms = orderOf(plan, sorting)
  return { sought: `(SELECT ${read} FROM ${found} OFFSET 0) ${ROOT_ALIAS}${joinsSql(sorting)}`, terms }
}

/** A row's key and what sorts it: reading no more of each of thousands of rows is an eighth of what a search takes. */
function sortedColumns(plan: QueryPlan): string {
  const { table, order } = plan
  const sorting = order.map(({ path }) => path.through?.reference ?? path.column)
  const columns = new Set([
    ...(table.scoped ? ['"lojaId"'] : []),
    table.id.sql,
    ...sorting.map(({ sql }) => sql),
    ...fitColumns(plan),
  ])
  return [...columns].map(column => `${ROOT_ALIAS}.${column}`).join(', ')
}

/** Key and order of what a search finds as a FROM, and its order. */
export function soughtRowsSql(plan: QueryPlan, writing: SqlContext): { readonly sought: string; readonly order: string } {
  const where = whereSql(plan.where, writing)
  const { sought, terms } = soughtOf(plan, fromSql(writing, where), writing, sortedColumns(plan))
  return { sought, order: terms.map(({ sql, down }) => `${sql}${down}`).join(', ') }
}

/** The order of a plan's rows. */
export const orderSql = (plan: QueryPlan, writing: SqlContext): string =>
  orderOf(plan, writing)
    .map(({ sql, down }) => `${sql}${down}`)
    .join(', ')

/**
 * Downwards PostgreSQL puts what is empty first, where nobody looks for it: it comes last both ways, except in an order that an index of
 * ours serves as it is.
 */
function orderOf(plan: QueryPlan, writing: SqlContext): { sql: string; down: string }[] {
  const fit = fitSql(plan, ROOT_ALIAS, writing)
  const first = plan.order[0]?.path
  const served = first !== undefined && first.through === undefined && plan.table.indexedFirst.has(first.column.name)
  const downwards = served ? ' DESC' : ' DESC NULLS LAST'
  const terms = plan.order.map(({ path, descending }) => ({
    sql: columnPathSql(path, writing),
    down: descending ? downwards : '',
  }))
  return fit === undefined ? terms : [{ sql: fit, down: '' }, ...terms]
}

/** The table with the relations met so far, and the conditions. */
const fromSql = (writing: SqlContext, where: string): string => `${writing.table.sql} ${ROOT_ALIAS}${joinsSql(writing)}${where}`

/** Joins of the relations met so far. */
export const joinsSql = ({ joins }: SqlContext): string => [...joins.values()].join('')

const statement = (text: string, { where }: QueryPlan, { params }: SqlContext): ParameterizedSql =>
  where.some(isMatched) ? { text, params, planned: 'each time' } : { text, params }

/** Tells whether a condition searches words. */
export const isSearch = (condition: Condition): boolean => 'search' in condition

const patterns: ReadonlySet<ComparisonOperator> = new Set(['like', 'nlike', 'ilike', 'contains'])

/** Tells whether a condition compares with a pattern or searches words. */
function isMatched(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isMatched)
  if ('any' in condition) return condition.any.some(isMatched)
  return 'search' in condition || ('test' in condition && patterns.has(condition.test))
}

/** Name of the column that holds the count of all rows. */
export const TOTAL_COLUMN = '#total'

export function countSql(plan: QueryPlan): ParameterizedSql {
  const writing: SqlContext = { table: plan.table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  return statement(`SELECT count(*) AS "${TOTAL_COLUMN}" FROM ${fromSql(writing, where)}`, plan, writing)
}

/** How many of a plan's rows have each value of a column, and how many rows there are. */
export function valueCountsSql(plan: QueryPlan, columns: readonly RegisterColumn[], most: number): ParameterizedSql {
  const writing: SqlContext = { table: plan.table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  const values = columns.map(column => `${ROOT_ALIAS}.${column.sql}`)
  const named = values.map((value, at) => `${value} AS v${at}`)
  const counts = `SELECT ${named}, count(*) AS count, sum(count(*)) OVER () AS total FROM ${fromSql(writing, where)}`
  return { text: `${counts} GROUP BY ${values} ORDER BY count(*) DESC, ${values} LIMIT ${most}`, params: writing.params }
}

/** How many of a plan's rows have their keys in each of so many ranges of this width; the first and the last range are open. */
export function blockCountsSql(plan: QueryPlan, from: number, width: number, blocks: number): ParameterizedSql {
  const writing: SqlContext = { table: plan.table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  const key = `(${ROOT_ALIAS}.${plan.table.id.sql} - ${addParameter(from, writing)}::bigint) / ${addParameter(width, writing)}::bigint`
  const block = `least(greatest(${key}, 0), ${blocks - 1})::int`
  return {
    text: `SELECT ${block} AS block, count(*) AS count FROM ${fromSql(writing, where)} GROUP BY 1`,
    params: writing.params,
  }
}

/** Sums of columns over all rows of a plan, named by their place. */
export function sumsSql(plan: QueryPlan, columns: readonly RegisterColumn[]): ParameterizedSql {
  const writing: SqlContext = { table: plan.table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  const sums = columns.map((column, at) => `, coalesce(sum(${ROOT_ALIAS}.${column.sql}), 0) AS s${at}`).join('')
  return {
    text: `SELECT count(*) AS count${sums} FROM ${fromSql(writing, where)}`,
    params: writing.params,
  }
}

/** The same for each value of a column, the commonest first, and how many values there are. */
export function groupSumsSql(
  plan: QueryPlan,
  column: RegisterColumn,
  columns: readonly RegisterColumn[],
  most: number,
): ParameterizedSql {
  const { text, params } = sumsSql(plan, columns)
  const value = `${ROOT_ALIAS}.${column.sql}`
  const grouped = text.replace('SELECT ', `SELECT ${value} AS value, count(*) OVER () AS groups, `)
  return { text: `${grouped} GROUP BY ${value} ORDER BY count(*) DESC, ${value} LIMIT ${most}`, params }
}

/** The most values of two columns of which sums are told together. */
export interface MostCrossed {
  readonly rows: number
  readonly columns: number
}

/** The same for each pair of values of two columns: of each column the commonest, in the order of its own sums. */
export function crossSumsSql(
  plan: QueryPlan,
  by: readonly [RegisterColumn, RegisterColumn],
  columns: readonly RegisterColumn[],
  most: MostCrossed,
): ParameterizedSql {
  const { text, params } = sumsSql(plan, columns)
  const [row, column] = by.map(({ sql }) => `${ROOT_ALIAS}.${sql}`)
  const cells = `${text.replace('SELECT ', `SELECT ${row} AS value, ${column} AS across, `)} GROUP BY ${row}, ${column}`
  const counted =
    'SELECT *, sum(count) OVER (PARTITION BY value) AS of_row, sum(count) OVER (PARTITION BY across) AS of_column FROM cells'
  const ranked =
    'SELECT *, dense_rank() OVER (ORDER BY of_row DESC, value) AS row_place, dense_rank() OVER (ORDER BY of_column DESC, across) AS column_place FROM counted'
  return {
    text: `WITH cells AS (${cells}), counted AS (${counted}), ranked AS (${ranked}) SELECT * FROM ranked WHERE row_place <= ${most.rows} AND column_place <= ${most.columns}`,
    params,
  }
}

/** A limit stands in the text, since a prepared statement is planned better for a known one; pages are parameters. */
function limitSql(plan: QueryPlan, writing: SqlContext): string {
  const limit = Number.isFinite(plan.limit) ? ` LIMIT ${Math.trunc(plan.limit)}` : ''
  return plan.skip > 0 ? `${limit} OFFSET ${addParameter(plan.skip, writing)}` : limit
}

/** A plan's conditions as a WHERE, with the parameters it needs. */
export function conditionsSql(table: Table, conditions: readonly Condition[], params: unknown[]): string {
  return whereSql(conditions, { table, params, joins: new Map() })
}

/** Returns the select list of a plan, after its conditions were written. */
export const readingOf = (plan: Pick<QueryPlan, 'table' | 'columns' | 'labels'>, { store }: SqlContext): string =>
  plan.labels.length === 0 ? selectList(plan) : readingOfStore(selectList(plan), store)

/** Returns the columns read of each row: its own, and of records that it refers to the columns that name them. */
export function selectList(plan: Pick<QueryPlan, 'table' | 'columns' | 'labels'>): string {
  const own =
    plan.columns === plan.table.columns
      ? everyColumn(plan.table)
      : plan.columns.map(column => `${ROOT_ALIAS}.${column.sql}`).join(', ')
  const named = labelList(plan.labels)
  return named === '' ? own : `${own}, ${named}`
}

/** Returns the columns read of records that rows refer to; empty where their keys say it all. */
export const labelList = (labels: readonly ReferenceLabel[]): string => labels.flatMap(label => briefSql(label)).join(', ')

const everyColumns = new WeakMap<Table, string>()

function everyColumn(table: Table): string {
  return memoizeByKey(everyColumns, table, () => table.columns.map(column => `${ROOT_ALIAS}.${column.sql}`).join(', '))
}

/** Sub-selects are worked out for the rows of the page only, where a join would be for every row that is sorted. */
function briefSql(label: ReferenceLabel): string[] {
  const { reference, target } = label
  const key = `${ROOT_ALIAS}.${reference.sql}`
  const at = joinCondition('r', key, target, ROOT_ALIAS)
  return labelColumns(label).map(
    ({ column, key: read }) => `(SELECT r.${column.sql} FROM ${target.sql} r WHERE ${at}) AS ${quotedIdentifier(read)}`,
  )
}

/**
 * A reading of rows of one store, which this text names: what they refer to is not looked for by the store that stands in each row. Where
 * rows are on several machines, that would ask all of them.
 */
export const readingOfStore = (reading: string, store: string | undefined): string =>
  store === undefined ? reading : reading.replaceAll(`"lojaId" = ${ROOT_ALIAS}."lojaId"`, `"lojaId" = ${store}`)

/** A store's rows refer to rows of the same store, to global ones, or to a store itself. */
function joinCondition(alias: string, key: string, target: Table, root: string): string {
  const store = !target.scoped
    ? ''
    : target.register.scope === 'self'
      ? `${alias}."lojaId" = ${key} AND `
      : `${alias}."lojaId" = ${root}."lojaId" AND `
  return `${store}${alias}.${target.id.sql} = ${key}`
}

/** A place as SQL; one in a record that is referred to joins it. */
export function columnPathSql({ column, through }: ColumnPath, writing: SqlContext): string {
  if (!through) return `${ROOT_ALIAS}.${column.sql}`
  const alias = quotedIdentifier(`${through.reference.field.reference?.as}`)
  if (!writing.joins.has(alias)) {
    const on = joinCondition(alias, `${ROOT_ALIAS}.${through.reference.sql}`, through.target, ROOT_ALIAS)
    writing.joins.set(alias, ` LEFT JOIN ${through.target.sql} ${alias} ON ${on}`)
  }
  return `${alias}.${column.sql}`
}

/** A value as a parameter of the statement. */
export function addParameter(value: unknown, writing: SqlContext): string {
  return `$${writing.params.push(value)}`
}

/** Conditions as a WHERE; nothing when there are none. */
export function whereSql(conditions: readonly Condition[], writing: SqlContext): string {
  const parts = conditions.map(condition => topConditionSql(condition, writing)).filter(part => part !== 'TRUE')
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`
}

/** Tells whether a condition holds the rows to one store. */
export const isOneStore = (condition: Condition): boolean =>
  'path' in condition && condition.test === 'eq' && condition.path.column.name === 'lojaId' && !condition.path.through

/** A condition that holds for all rows. */
function topConditionSql(condition: Condition, writing: SqlContext): string {
  const text = conditionSql(condition, writing)
  // Its last parameter is the store's number.
  if (isOneStore(condition)) writing.store = `$${writing.params.length}`
  return text
}

function conditionSql(condition: Condition, writing: SqlContext): string {
  if ('all' in condition) return joined(condition.all, ' AND ', 'TRUE', writing)
  if ('any' in condition) return joined(condition.any, ' OR ', 'FALSE', writing)
  if ('search' in condition)
    return searchCondition(writing.table.register, condition, ROOT_ALIAS, {
      param: value => addParameter(value, writing),
      ...(writing.prepared ? { prepared: true } : {}),
    })
  if ('referredBy' in condition) {
    const { table, column } = condition.referredBy
    const referred = `SELECT r.${column} FROM ${table} r WHERE r."lojaId" = ANY(${addParameter(condition.stores, writing)})`
    return `${ROOT_ALIAS}.${writing.table.id.sql} IN (${referred})`
  }
  return tests[condition.test](columnPathSql(condition.path, writing), condition.value, writing, condition.path)
}

function joined(conditions: readonly Condition[], word: string, none: string, writing: SqlContext): string {
  if (conditions.length === 0) return none
  return `(${conditions.map(condition => conditionSql(condition, writing)).join(word)})`
}

type TestSql = (at: string, value: unknown, writing: SqlContext, place: ColumnPath) => string

/** The largest number of an `integer`. */
const INT4 = 2_147_483_647

/** A number that its column is too small for is no error: no row has it, or every row is below it. */
function operand(value: unknown, writing: SqlContext, { column }: ColumnPath): string {
  const small = column.column.sqlType(column.field) === 'integer'
  const beyond = small && [value].flat().some(one => typeof one === 'number' && Math.abs(one) > INT4)
  return `${addParameter(value, writing)}${beyond ? (Array.isArray(value) ? '::bigint[]' : '::bigint') : ''}`
}

const compared =
  (sign: string): TestSql =>
  (at, value, writing, place) =>
    `${at} ${sign} ${operand(value, writing, place)}`

const pair = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const within: TestSql = (at, value, writing, place) =>
  `${at} BETWEEN ${operand(pair(value)[0], writing, place)} AND ${operand(pair(value)[1], writing, place)}`

const listed: TestSql = (at, value, writing, place) => `${at} = ANY(${operand(value, writing, place)})`

const text = (at: string, { column }: ColumnPath): string => (column.column.sqlType(column.field) === 'text' ? at : `${at}::text`)

/** Text as it is compared without case and accents; an index on this very expression serves prefixes. */
const folded = (at: string): string => `lower(f_unaccent(${at}))`

const unlikeEmpty = (sql: string): string => `(${sql}) IS NOT TRUE`

/** Each test as SQL. A negation holds for an empty field too: what has no value is not that value. */
const tests: Readonly<Record<ComparisonOperator, TestSql>> = {
  eq: compared('='),
  neq: compared('IS DISTINCT FROM'),
  gt: compared('>'),
  gte: compared('>='),
  lt: compared('<'),
  lte: compared('<='),
  between: within,
  outside: (at, value, writing, place) => unlikeEmpty(within(at, value, writing, place)),
  in: listed,
  'in-or-empty': (at, value, writing, place) => `(${listed(at, value, writing, place)} OR ${at} IS NULL)`,
  nin: (at, value, writing, place) => unlikeEmpty(listed(at, value, writing, place)),
  'nin-nor-empty': (at, value, writing, place) => `(${at} IS NOT NULL AND ${unlikeEmpty(listed(at, value, writing, place))})`,
  like: (at, value, writing, place) => `${text(at, place)} LIKE ${addParameter(value, writing)}`,
  nlike: (at, value, writing, place) => unlikeEmpty(`${text(at, place)} LIKE ${addParameter(value, writing)}`),
  ilike: (at, value, writing, place) => `${folded(text(at, place))} LIKE ${folded(addParameter(value, writing))}`,
  contains: (at, value, writing, place) => `${folded(text(at, place))} LIKE ${folded(addParameter(value, writing))}`,
  holds: (at, value, writing) => `${at} @> ${addParameter(value, writing)}`,
  overlaps: (at, value, writing) => `${at} && ${addParameter(value, writing)}`,
  apart: (at, value, writing) => unlikeEmpty(`${at} && ${addParameter(value, writing)}`),
  empty: at => `${at} IS NULL`,
  filled: at => `${at} IS NOT NULL`,
}
