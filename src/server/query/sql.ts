import type { Brief, Condition, Place, Plan, Test } from './plan.ts'
import { remember } from './remember.ts'
import { searchCondition } from './search.ts'
import { quote, type Table, type TableColumn } from './table.ts'

/** A statement ready to run. */
export interface Statement {
  readonly text: string
  readonly params: readonly unknown[]
  /** What is sought decides which index serves: the statement is planned for its values, each time. */
  readonly planned?: 'each time'
}

/** Name of the planned table inside a statement. */
export const ROOT = 't'

/** Values met while writing become parameters; relations met become joins. */
export interface Writing {
  readonly table: Table
  readonly params: unknown[]
  readonly joins: Map<string, string>
}

/** The rows of a plan; `total` also counts what all pages together hold, in the same statement. */
export function selectSql(plan: Plan, total = false): Statement {
  const { table } = plan
  const writing: Writing = { table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  const found = `${table.sql} ${ROOT}${joinsSql(writing)}${where}`
  if (plan.where.some(isSearch)) return statement(soughtSql(plan, found, total, writing), plan, writing)
  const count = total ? `, (SELECT count(*) FROM ${found}) AS "${TOTAL}"` : ''
  const order = orderOf(plan, writing)
    .map(({ sql, down }) => `${sql}${down}`)
    .join(', ')
  const from = `${table.sql} ${ROOT}${joinsSql(writing)}${where}`
  return statement(`SELECT ${selectList(plan)}${count} FROM ${from} ORDER BY ${order}${limitSql(plan, writing)}`, plan, writing)
}

/**
 * The rows of a search. Found first and sorted then: walking the list in its order until ten rows fit may mean to walk a million. What
 * is sorted and counted, in one go, is their keys alone; whole rows are read for the page. Where all rows are wanted, as for a file,
 * there is no page.
 */
function soughtSql(plan: Plan, found: string, total: boolean, writing: Writing): string {
  const { table } = plan
  const sorting = { ...writing, joins: new Map<string, string>() }
  const order = orderOf(plan, sorting)
  const sought = `(SELECT ${ROOT}.* FROM ${found} OFFSET 0) ${ROOT}${joinsSql(sorting)}`
  if (!Number.isFinite(plan.limit) && !total) {
    const whole = order.map(({ sql, down }) => `${sql}${down}`).join(', ')
    return `SELECT ${selectList(plan)} FROM ${sought} ORDER BY ${whole}${limitSql(plan, writing)}`
  }
  const keys = [...(table.scoped ? ['"lojaId"'] : []), table.id.sql]
  const read = [
    ...keys.map(key => `${ROOT}.${key}`),
    ...order.map(({ sql }, at) => `${sql} AS o${at}`),
    ...(total ? [`count(*) OVER () AS "${TOTAL}"`] : []),
  ]
  const sorted = order.map(({ down }, at) => `o${at}${down}`).join(', ')
  const page = `SELECT ${read.join(', ')} FROM ${sought} ORDER BY ${sorted}${limitSql(plan, writing)}`
  const same = keys.map(key => `${ROOT}.${key} = f.${key}`).join(' AND ')
  const count = total ? `, f."${TOTAL}"` : ''
  return `SELECT ${selectList(plan)}${count} FROM (${page}) f JOIN ${table.sql} ${ROOT} ON ${same} ORDER BY ${sorted}`
}

const orderOf = ({ order }: Plan, writing: Writing): { sql: string; down: string }[] =>
  order.map(({ at, down }) => ({ sql: placeSql(at, writing), down: down ? ' DESC' : '' }))

/** Joins of the relations met so far. */
export const joinsSql = ({ joins }: Writing): string => [...joins.values()].join('')

const statement = (text: string, { where }: Plan, { params }: Writing): Statement =>
  where.some(isMatched) ? { text, params, planned: 'each time' } : { text, params }

const isSearch = (condition: Condition): boolean => 'search' in condition

const patterns: ReadonlySet<Test> = new Set(['like', 'nlike', 'ilike', 'contains'])

/** Whether a condition compares with a pattern or searches words. */
function isMatched(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isMatched)
  if ('any' in condition) return condition.any.some(isMatched)
  return 'search' in condition || patterns.has(condition.test)
}

/** Name of the column that holds the count of all rows. */
export const TOTAL = '#total'

export function countSql(plan: Plan): Statement {
  const writing: Writing = { table: plan.table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  return statement(`SELECT count(*) AS "${TOTAL}" FROM ${plan.table.sql} ${ROOT}${joinsSql(writing)}${where}`, plan, writing)
}

/** How many of a plan's rows have each value of a column, and how many rows there are. */
export function groupsSql(plan: Plan, column: TableColumn, most: number): Statement {
  const writing: Writing = { table: plan.table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  const value = `${ROOT}.${column.sql}`
  const text = `SELECT ${value} AS value, count(*) AS count, sum(count(*)) OVER () AS total FROM ${plan.table.sql} ${ROOT}${joinsSql(
    writing,
  )}${where} GROUP BY ${value} ORDER BY count(*) DESC, ${value} LIMIT ${most}`
  return { text, params: writing.params }
}

/** Sums of columns over all rows of a plan, named by their place. */
export function sumsSql(plan: Plan, columns: readonly TableColumn[]): Statement {
  const writing: Writing = { table: plan.table, params: [], joins: new Map() }
  const where = whereSql(plan.where, writing)
  const sums = columns.map((column, at) => `, coalesce(sum(${ROOT}.${column.sql}), 0) AS s${at}`).join('')
  return {
    text: `SELECT count(*) AS count${sums} FROM ${plan.table.sql} ${ROOT}${joinsSql(writing)}${where}`,
    params: writing.params,
  }
}

/** A limit stands in the text, since a prepared statement is planned better for a known one; pages are parameters. */
function limitSql(plan: Plan, writing: Writing): string {
  const limit = Number.isFinite(plan.limit) ? ` LIMIT ${Math.trunc(plan.limit)}` : ''
  return plan.skip > 0 ? `${limit} OFFSET ${param(plan.skip, writing)}` : limit
}

/** A plan's conditions as a WHERE, with the parameters it needs. */
export function conditionsSql(table: Table, conditions: readonly Condition[], params: unknown[]): string {
  return whereSql(conditions, { table, params, joins: new Map() })
}

/** What is read of each row: own columns, and of what it refers to the columns that name it. */
export function selectList(plan: Pick<Plan, 'table' | 'columns' | 'briefs'>): string {
  const own =
    plan.columns === plan.table.columns ? everyColumn(plan.table) : plan.columns.map(column => `${ROOT}.${column.sql}`).join(', ')
  return plan.briefs.length === 0 ? own : [own, ...plan.briefs.flatMap(brief => briefSql(brief))].join(', ')
}

const everyColumns = new WeakMap<Table, string>()

function everyColumn(table: Table): string {
  return remember(everyColumns, table, () => table.columns.map(column => `${ROOT}.${column.sql}`).join(', '))
}

/** Sub-selects are worked out for the rows of the page only, where a join would be for every row that is sorted. */
function briefSql({ name, reference, target, columns }: Brief): string[] {
  const key = `${ROOT}.${reference.sql}`
  const at = joinCondition('r', key, target, ROOT)
  return columns
    .filter(column => column !== target.id)
    .map(column => `(SELECT r.${column.sql} FROM ${target.sql} r WHERE ${at}) AS ${quote(`${name}.${column.name}`)}`)
}

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
export function placeSql({ column, through }: Place, writing: Writing): string {
  if (!through) return `${ROOT}.${column.sql}`
  const alias = quote(`${through.reference.field.reference?.as}`)
  if (!writing.joins.has(alias)) {
    const on = joinCondition(alias, `${ROOT}.${through.reference.sql}`, through.target, ROOT)
    writing.joins.set(alias, ` LEFT JOIN ${through.target.sql} ${alias} ON ${on}`)
  }
  return `${alias}.${column.sql}`
}

/** A value as a parameter of the statement. */
export function param(value: unknown, writing: Writing): string {
  return `$${writing.params.push(value)}`
}

/** Conditions as a WHERE; nothing when there are none. */
export function whereSql(conditions: readonly Condition[], writing: Writing): string {
  const parts = conditions.map(condition => conditionSql(condition, writing)).filter(part => part !== 'TRUE')
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`
}

function conditionSql(condition: Condition, writing: Writing): string {
  if ('all' in condition) return joined(condition.all, ' AND ', 'TRUE', writing)
  if ('any' in condition) return joined(condition.any, ' OR ', 'FALSE', writing)
  if ('search' in condition)
    return searchCondition(writing.table.register, condition.search, ROOT, value => param(value, writing))
  return tests[condition.test](placeSql(condition.at, writing), condition.value, writing, condition.at)
}

function joined(conditions: readonly Condition[], word: string, none: string, writing: Writing): string {
  if (conditions.length === 0) return none
  return `(${conditions.map(condition => conditionSql(condition, writing)).join(word)})`
}

type TestSql = (at: string, value: unknown, writing: Writing, place: Place) => string

/** The largest number of an `integer`. */
const INT4 = 2_147_483_647

/** A number that its column is too small for is no error: no row has it, or every row is below it. */
function operand(value: unknown, writing: Writing, { column }: Place): string {
  const small = column.column.sqlType(column.field) === 'integer'
  const beyond = small && [value].flat().some(one => typeof one === 'number' && Math.abs(one) > INT4)
  return `${param(value, writing)}${beyond ? (Array.isArray(value) ? '::bigint[]' : '::bigint') : ''}`
}

const compared =
  (sign: string): TestSql =>
  (at, value, writing, place) =>
    `${at} ${sign} ${operand(value, writing, place)}`

const pair = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const within: TestSql = (at, value, writing, place) =>
  `${at} BETWEEN ${operand(pair(value)[0], writing, place)} AND ${operand(pair(value)[1], writing, place)}`

const listed: TestSql = (at, value, writing, place) => `${at} = ANY(${operand(value, writing, place)})`

const text = (at: string, { column }: Place): string => (column.column.sqlType(column.field) === 'text' ? at : `${at}::text`)

/** Text as it is compared without case and accents; an index on this very expression serves prefixes. */
const folded = (at: string): string => `lower(f_unaccent(${at}))`

const unlikeEmpty = (sql: string): string => `(${sql}) IS NOT TRUE`

/** Each test as SQL. A negation holds for an empty field too: what has no value is not that value. */
const tests: Readonly<Record<Test, TestSql>> = {
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
  like: (at, value, writing, place) => `${text(at, place)} LIKE ${param(value, writing)}`,
  nlike: (at, value, writing, place) => unlikeEmpty(`${text(at, place)} LIKE ${param(value, writing)}`),
  ilike: (at, value, writing, place) => `${folded(text(at, place))} LIKE ${folded(param(value, writing))}`,
  contains: (at, value, writing, place) => `${folded(text(at, place))} LIKE ${folded(param(value, writing))}`,
  empty: at => `${at} IS NULL`,
  filled: at => `${at} IS NOT NULL`,
}
