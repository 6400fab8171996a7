import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { isOwn, LARGE, recountLarge } from './counts/countBlocks.ts'
import type { CountCache } from './counts/countCache.ts'
import { JsonRows, type JsonShape, jsonShapeOf } from './json/jsonRows.ts'
import { addRemoteLabels, localPlan } from './labels/remoteLabels.ts'
import { MAX_INCLUDED } from './planList.ts'
import { countSql, type ParameterizedSql, ROOT_ALIAS, selectSql, TOTAL_COLUMN } from './planSql.ts'
import type { Include, QueryPlan } from './queryPlan.ts'
import { rowReaderOf, type SecretReader } from './rowReader.ts'
import { type FoundPageKeys, fetchFoundPage } from './search/foundPage.ts'
import { likePlanOf } from './search/likePlan.ts'

export type DataRow = Record<string, unknown>

/** A statement with an empty name is not prepared. */
const run = <R extends object = DataRow>(q: Queries, { text, params, planned }: ParameterizedSql) =>
  q.query<R & DataRow>(text, params, planned && '')

export interface ReadOptions {
  /** Holds the rows until the transaction ends. */
  readonly lock?: boolean
  readonly secret?: SecretReader
  /** The plan's reader, where it is at hand. */
  readonly read?: (row: DataRow) => DataRow
}

/** The rows of a plan, each an `R`, with all that they include. */
export async function fetchPlanRows<R extends object = DataRow>(
  plan: QueryPlan,
  q: Queries,
  options: ReadOptions = {},
): Promise<(R & DataRow)[]> {
  const statement = selectSql(localPlan(keyed(plan), q))
  const { rows } = await run<R>(
    q,
    options.lock ? { ...statement, text: `${statement.text} FOR UPDATE OF ${ROOT_ALIAS}` } : statement,
  )
  return completeRows(plan, rows, q, options)
}

interface Page<R> {
  readonly rows: R
  readonly count: number
  /** No row holds all that was searched for: these are like it. */
  readonly like?: true
}

interface PageAsking {
  readonly q: Queries
  readonly counts: CountCache
  readonly store: number | null
  /** Whether rows may be the JSON of their list: nobody looks at them on their way. */
  readonly toSend: boolean
}

/** Rows of a page: as they came, or written as JSON already. */
type PageRows = DataRow[] | JsonRows

/** A page and how many rows all pages hold. The count may be known already, or another call may be making it. */
export async function fetchPage(plan: QueryPlan, asking: PageAsking): Promise<Page<DataRow[] | Buffer>> {
  const ready = memoizeByKey(readied, plan, () => readyOf(plan, asking.q))
  const { rows, count } = await pageOf(plan, ready, asking)
  const like = count === 0 ? likePlanOf(plan) : undefined
  if (like) {
    const page = await fetchPage(like, asking)
    return page.count === 0 ? page : { ...page, like: true }
  }
  return {
    rows: rows instanceof JsonRows ? rows.finish() : await completeRows(plan, rows, asking.q, { read: ready.read }),
    count,
  }
}

/** Runs the statement of a page. */
async function runPage(statement: ParameterizedSql, json: JsonShape | undefined, { q, toSend }: PageAsking): Promise<PageRows> {
  if (!json || !toSend || !q.queryInto) return (await run(q, statement)).rows
  const rows = new JsonRows(json)
  await q.queryInto(rows, statement.text, statement.params, statement.planned && '')
  return rows
}

async function pageOf(plan: QueryPlan, ready: Ready, asking: PageAsking): Promise<Page<PageRows>> {
  const { q, counts, store } = asking
  const { key, page, counted, json } = ready
  const found = await fetchFoundPage(ready.whole, ready, q, counts, store)
  if (found) return found
  const known = counts.get(key, store)
  const coming = known === undefined ? counts.pending(key, store) : undefined
  const now = counts.now(store)
  if (known !== undefined || coming) {
    const [rows, other] = await Promise.all([runPage(page, json, asking), coming])
    const count = endOf(plan, rows) ?? known ?? other ?? (await fetchCount(plan, q))
    if (known !== count) counts.set(key, count, now)
    return { rows, count }
  }
  const before = store !== null && isOwn(plan) ? counts.outdated(key, store, plan.table.sharing) : undefined
  if (before && before.count >= LARGE) {
    const recounted = recountLarge(plan, q, before)
    counts.setPending(
      key,
      now,
      recounted.then(({ count }) => count),
    )
    const rows = await runPage(page, json, asking)
    const { count, ...more } = await recounted
    counts.set(key, count, now, more)
    return { rows, count: endOf(plan, rows) ?? count }
  }
  const asked = runPage(counted, json, asking).then(async rows => ({
    rows,
    count: endOf(plan, rows) ?? totalOf(rows) ?? (await fetchCount(plan, q)),
  }))
  counts.setPending(
    key,
    now,
    asked.then(({ count }) => count),
  )
  const made = await asked
  counts.set(key, made.count, now)
  return made
}

/** A page that is not full says how many rows there are. */
const endOf = ({ limit, skip }: QueryPlan, { length }: PageRows): number | undefined =>
  length < limit && (length > 0 || skip === 0) ? skip + length : undefined

/** Returns the count that the rows were asked for with; undefined when there are none. */
function totalOf(rows: PageRows): number | undefined {
  if (rows instanceof JsonRows) return rows.total
  return rows[0] && Number(rows[0][TOTAL_COLUMN])
}

/** The statements of a plan before it runs; repeated lists reuse them. */
interface Ready extends FoundPageKeys {
  readonly page: ParameterizedSql
  /** The page with the count of all pages. */
  readonly counted: ParameterizedSql
  /** The plan with the keys by which includes are hung. */
  readonly whole: QueryPlan
  readonly read: (row: DataRow) => DataRow
  /** How its rows are written as JSON, where they are nothing but their columns. */
  readonly json: JsonShape | undefined
}

const readied = new WeakMap<QueryPlan, Ready>()

function readyOf(plan: QueryPlan, q: Queries): Ready {
  const whole = keyed(plan)
  const near = localPlan(whole, q)
  const { text, params } = countSql(plan)
  const key = `${text} ${JSON.stringify(params)}`
  return {
    page: selectSql(near),
    counted: selectSql(near, true),
    key,
    foundKey: `${key} ${orderText(plan)}`,
    whole,
    read: rowReaderOf(whole),
    // Names that are read apart come when the rows are there.
    json: near === whole ? jsonShapeOf(whole) : undefined,
  }
}

const orderText = ({ order, fit }: QueryPlan): string =>
  (fit ? `${fit.search} ` : '') +
  order.map(({ path, descending }) => `${path.through?.reference.name ?? ''}.${path.column.name} ${descending}`).join(', ')

export async function fetchCount(plan: QueryPlan, q: Queries): Promise<number> {
  const { rows } = await run(q, countSql(plan))
  return Number(rows[0]?.[TOTAL_COLUMN] ?? 0)
}

/** How many rows a list shows: where nothing holds all that was searched for, what is like it. */
export async function fetchShownCount(plan: QueryPlan, q: Queries): Promise<number> {
  const count = await fetchCount(plan, q)
  const like = count === 0 ? likePlanOf(plan) : undefined
  return like ? fetchCount(like, q) : count
}

/** Includes are hung by keys, which must be read even when they were not asked for. */
function keyed(plan: QueryPlan): QueryPlan {
  const keys = [
    ...plan.includes.flatMap(({ by }) => ('reference' in by ? [by.reference] : 'many' in by ? [by.many] : [])),
    ...plan.labels.map(brief => brief.reference),
  ]
  const missing = keys.filter((key, index) => !plan.columns.includes(key) && keys.indexOf(key) === index)
  return missing.length === 0 ? plan : { ...plan, columns: [...plan.columns, ...missing] }
}

/** Raw rows as they travel, with all that the plan includes. */
export async function completeRows<Row extends DataRow>(
  plan: QueryPlan,
  rows: Row[],
  q: Queries,
  options: ReadOptions = {},
): Promise<Row[]> {
  if (rows.length === 0) return rows
  const { read = rowReaderOf(keyed(plan), options.secret), ...others } = options
  if (q.spread) await addRemoteLabels(plan, rows, q)
  for (const row of rows) read(row)
  await Promise.all(plan.includes.map(include => attach(include, rows, q, others)))
  return rows
}

async function attach(include: Include, rows: DataRow[], q: Queries, options: ReadOptions): Promise<void> {
  const { name, by } = include
  if ('reference' in by) {
    const found = new Map((await fetchIncluded(include, keysOf(rows, by.reference.name), q, options)).map(row => [row.id, row]))
    for (const row of rows) row[name] = found.get(row[by.reference.name]) ?? null
    return
  }
  if ('many' in by) {
    const found = new Map((await fetchIncluded(include, keysOf(rows, by.many.name), q, options)).map(row => [row.id, row]))
    for (const row of rows) row[name] = [row[by.many.name] ?? []].flat().flatMap(key => found.get(key) ?? [])
    return
  }
  const children = new Map<unknown, DataRow[]>(rows.map(row => [row.id, []]))
  for (const child of await fetchIncluded(include, [...children.keys()], q, options))
    children.get(child[by.column.name])?.push(child)
  for (const row of rows) row[name] = children.get(row.id) ?? []
}

const keysOf = (rows: readonly DataRow[], name: string): unknown[] =>
  [...new Set(rows.flatMap(row => row[name]))].filter(key => key !== null && key !== undefined)

/** All rows that an include brings for these keys, in one query. */
async function fetchIncluded(
  { name, plan, by }: Include,
  keys: readonly unknown[],
  q: Queries,
  options: ReadOptions,
): Promise<DataRow[]> {
  if (keys.length === 0) return []
  const column = 'column' in by ? by.column : plan.table.id
  const columns = plan.columns.includes(column) ? plan.columns : [...plan.columns, column]
  const rows = await fetchPlanRows(
    { ...plan, columns, where: [...plan.where, { path: { column }, test: 'in', value: keys }] },
    q,
    options,
  )
  if (rows.length > MAX_INCLUDED) throw new ApiError(400, 'filter-include-large', { relation: name, max: MAX_INCLUDED })
  return rows
}
