import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Queries } from '../../database/queries.ts'
import type { QueryPlan, ReferenceLabel } from '../queryPlan.ts'
import { labelColumns } from './labelColumns.ts'

type Row = Record<string, unknown>

/**
 * Where rows are on several machines, a store's own row is on all of them and what it owns on one: no statement over stores reads names of
 * both. Such names are read by a statement of their own.
 */
const isRemote = ({ table }: Pick<QueryPlan, 'table'>, { target }: ReferenceLabel): boolean =>
  table.register.scope === 'self' && target.register.scope === 'store'

const localPlans = new WeakMap<QueryPlan, QueryPlan>()

/** The plan without those names, where they have to be read apart. */
export const localPlan = (plan: QueryPlan, q: Queries): QueryPlan => {
  if (!q.spread || plan.table.register.scope !== 'self' || !plan.labels.some(label => isRemote(plan, label))) return plan
  return memoizeByKey(localPlans, plan, () => ({ ...plan, labels: plan.labels.filter(label => !isRemote(plan, label)) }))
}

/** Reads those names into raw rows, as the statement would have. */
export async function addRemoteLabels(
  { table, labels }: Pick<QueryPlan, 'table' | 'labels'>,
  rows: readonly Row[],
  q: Queries,
): Promise<void> {
  for (const label of labels.filter(each => isRemote({ table }, each))) {
    const named = rows.filter(row => row[label.reference.name] !== null && row[label.reference.name] !== undefined)
    if (named.length === 0) continue
    const columns = labelColumns(label)
    const { rows: found } = await q.query<Row>(
      `SELECT r."lojaId" AS store, r."id" AS key${columns.map(({ column }) => `, r.${column.sql}`).join('')}
       FROM ${label.target.sql} r WHERE r."lojaId" = ANY($1::bigint[]) AND r."id" = ANY($2::bigint[])`,
      [named.map(row => row.id), named.map(row => row[label.reference.name])],
    )
    const byKey = new Map(found.map(row => [`${row.store} ${row.key}`, row]))
    for (const row of named) {
      const target = byKey.get(`${row.id} ${row[label.reference.name]}`)
      for (const { column, key } of columns) row[key] = target?.[column.name] ?? null
    }
  }
}
