import { ApiError } from '../error.ts'
import { planList, REFERENCE_LABELS } from './planList.ts'
import type { QueryContext, QueryPlan } from './queryPlan.ts'
import { restrictPlan, restrictToStore, type Viewer } from './restrictPlan.ts'
import type { Table } from './table.ts'

/**
 * The plan of a record with everything that it is read with: its child lists, and of what it and they refer to the key,
 * label and code.
 */
export const planRecord = (ids: readonly unknown[], ground: QueryContext, viewer: Viewer): QueryPlan =>
  restrictPlan(whole(ids, ground), viewer, ground.model)

/** The same for a save that already knows that the caller may: no gate is asked, the store still is. */
export const planSavedRecord = (ids: readonly unknown[], ground: QueryContext, viewer: Viewer): QueryPlan =>
  deep(whole(ids, ground), viewer)

/** A record's own fields and lists alone: what a save compares with. */
export const planOwnFields = (ids: readonly unknown[], ground: QueryContext, viewer: Viewer): QueryPlan =>
  deep(byKeys(ids, ground, lists(ground.table, {})), viewer)

const whole = (ids: readonly unknown[], ground: QueryContext): QueryPlan =>
  byKeys(ids, ground, [REFERENCE_LABELS, ...lists(ground.table, { include: REFERENCE_LABELS })])

const deep = (plan: QueryPlan, viewer: Viewer): QueryPlan => {
  const own = restrictToStore(plan, viewer)
  return { ...own, includes: own.includes.map(include => ({ ...include, plan: restrictToStore(include.plan, viewer) })) }
}

const lists = (table: Table, scope: Record<string, unknown>) => [...table.lists.keys()].map(relation => ({ relation, scope }))

/** A key that the register cannot have belongs to no record. */
function byKeys(ids: readonly unknown[], ground: QueryContext, include: unknown[]): QueryPlan {
  const { id } = ground.table
  const keys = ids
    .map(key => id.kind.accept(key, id.field))
    .map(key => {
      if (!key.ok) throw new ApiError(404, 'not-found')
      return id.column.toRow(key.value, id.field)
    })
  const plan = planList({ include, limit: keys.length, order: 'id ASC' }, ground)
  const test = keys.length === 1 ? { test: 'eq' as const, value: keys[0] } : { test: 'in' as const, value: keys }
  return { ...plan, limit: Number.POSITIVE_INFINITY, where: [{ path: { column: id }, ...test }] }
}
