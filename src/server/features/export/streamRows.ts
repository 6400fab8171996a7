import type { Queries } from '../../database/queries.ts'
import { completeRows, type DataRow } from '../../query/fetchPlanRows.ts'
import { selectSql } from '../../query/planSql.ts'
import type { QueryPlan } from '../../query/queryPlan.ts'

/** Rows that are in memory at once. */
const BATCH = 500

/** All rows of a plan, batch by batch, as they stood at one moment; inside a transaction. */
export async function* streamRows(plan: QueryPlan, q: Queries): AsyncGenerator<DataRow[]> {
  const { text, params } = selectSql({ ...plan, limit: Number.POSITIVE_INFINITY, skip: 0 })
  // An empty name: the plan of a statement that is read to its end is not that of one prepared for pages.
  await q.query(`DECLARE exported NO SCROLL CURSOR FOR ${text}`, params, '')
  for (;;) {
    const { rows } = await q.query<DataRow>(`FETCH ${BATCH} FROM exported`, [], '')
    if (rows.length > 0) yield await completeRows(plan, rows, q)
    if (rows.length < BATCH) return
  }
}
