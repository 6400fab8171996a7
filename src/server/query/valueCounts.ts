import type { Value } from '../../kinds/kind.ts'
import type { Queries } from '../database/queries.ts'
import { crossSumsSql, groupSumsSql, type MostCrossed, sumsSql, valueCountsSql } from './planSql.ts'
import type { QueryPlan } from './queryPlan.ts'
import type { RegisterColumn } from './table.ts'

/** A value that some of the rows have, and how many. */
export interface ValueCount {
  readonly value: Value
  readonly count: number
}

export interface ValueCounts {
  /** The commonest values first. */
  readonly groups: readonly ValueCount[]
  /** Rows in all. */
  readonly total: number
}

/** The values of a column among a plan's rows. */
export async function fetchValueCounts(plan: QueryPlan, column: RegisterColumn, most: number, q: Queries): Promise<ValueCounts> {
  const { groups, total } = await fetchTupleCounts(plan, [column], most, q)
  return { groups: groups.map(({ values: [value = null], count }) => ({ value, count })), total }
}

/** The values that several columns have together among a plan's rows. */
export async function fetchTupleCounts(plan: QueryPlan, columns: readonly RegisterColumn[], most: number, q: Queries) {
  const { text, params } = valueCountsSql(plan, columns, most)
  const { rows } = await q.query<Record<string, unknown>>(text, params, '')
  return {
    groups: rows.map(row => ({
      values: columns.map((column, at) => readValue(row[`v${at}`], column)),
      count: Number(row.count),
    })),
    total: Number(rows[0]?.total ?? 0),
  }
}

/** Exact sums of columns over all rows of a plan, and how many rows these are. */
export async function fetchSums(
  plan: QueryPlan,
  columns: readonly RegisterColumn[],
  q: Queries,
): Promise<{ readonly count: number; readonly sums: Readonly<Record<string, Value>> }> {
  const { text, params } = sumsSql(plan, columns)
  const { rows } = await q.query<Record<string, unknown>>(text, params, '')
  return readSums(rows[0] ?? {}, columns)
}

function readSums(row: Readonly<Record<string, unknown>>, columns: readonly RegisterColumn[]) {
  const sums = columns.map(({ name, column, field }, at): [string, Value] => [name, column.fromRow(row[`s${at}`] ?? 0, field)])
  return { count: Number(row.count ?? 0), sums: Object.fromEntries(sums) }
}

/** The same sums for each value of a column, the commonest first, and how many values are not among them. */
export async function fetchGroupSums(
  plan: QueryPlan,
  by: RegisterColumn,
  columns: readonly RegisterColumn[],
  most: number,
  q: Queries,
) {
  const { text, params } = groupSumsSql(plan, by, columns, most)
  const { rows } = await q.query<Record<string, unknown>>(text, params, '')
  const groups = rows.map(row => ({ value: readValue(row.value, by), ...readSums(row, columns) }))
  return { groups, left: Math.max(0, Number(rows[0]?.groups ?? 0) - rows.length) }
}

/** The sums of each pair of values of two columns, of which each has its commonest. */
export async function fetchCrossSums(
  plan: QueryPlan,
  by: readonly [RegisterColumn, RegisterColumn],
  columns: readonly RegisterColumn[],
  most: MostCrossed,
  q: Queries,
) {
  const { text, params } = crossSumsSql(plan, by, columns, most)
  const { rows } = await q.query<Record<string, unknown>>(text, params, '')
  return rows.map(row => ({ row: readValue(row.value, by[0]), column: readValue(row.across, by[1]), ...readSums(row, columns) }))
}

const readValue = (raw: unknown, { column, field }: RegisterColumn): Value =>
  raw === null || raw === undefined ? null : column.fromRow(raw, field)
