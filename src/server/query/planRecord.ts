import type { PaperReads } from '../../model/expression/paperReads.ts'
import { type MembersByReference, referenceReadsOf } from '../../model/expression/referenceReads.ts'
import { targetOf } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import { ApiError } from '../error.ts'
import { planList, REFERENCE_LABELS } from './planList.ts'
import type { QueryContext, QueryPlan } from './queryPlan.ts'
import { restrictPlan, restrictToStore, type Viewer } from './restrictPlan.ts'
import { referenceLabelColumns, type Table, tableOf } from './table.ts'

/**
 * The plan of a record with everything that it is read with: its child lists, and of what it and they refer to the key,
 * label and code.
 */
export const planRecord = (ids: readonly unknown[], context: QueryContext, viewer: Viewer): QueryPlan =>
  restrictPlan(byKeys(ids, context, withReferences(context)), viewer, context.model)

/** The same for a save that already knows that the caller may: no gate is asked, the store still is. */
export const planSavedRecord = (ids: readonly unknown[], context: QueryContext, viewer: Viewer): QueryPlan =>
  deep(whole(ids, context), viewer)

/** A record's own fields and lists alone: what a save compares with. */
export const planOwnFields = (ids: readonly unknown[], context: QueryContext, viewer: Viewer): QueryPlan =>
  deep(byKeys(ids, context, lists(context.table, {})), viewer)

/**
 * A record with some of what it refers to and of its lists, for the server itself: the store is asked, no gate is. `members`: more of what it refers to, by
 * the field; `fields`: the only ones of its own.
 */
export const planSomeOfRecords = (
  ids: readonly unknown[],
  relations: readonly string[],
  context: QueryContext,
  viewer: Viewer,
  {
    members = new Map(),
    fields,
  }: { readonly members?: MembersByReference; readonly fields?: readonly string[] | undefined } = {},
): QueryPlan =>
  deep(
    byKeys(
      ids,
      context,
      [...relations.map(relation => relationOf(relation, context.table)), ...readIn(members, context.table, context.model)],
      fields,
    ),
    viewer,
  )

/** A relation as an include: of what is referred to, its label alone. */
const relationOf = (relation: string, { references }: Table): unknown => ({
  relation,
  scope: references.has(relation) ? { fields: REFERENCE_LABELS } : {},
})

const whole = (ids: readonly unknown[], context: QueryContext): QueryPlan =>
  byKeys(ids, context, [REFERENCE_LABELS, ...lists(context.table, { include: REFERENCE_LABELS })])

/** Of what it and its rows refer to, what their expressions read comes too, as far as the caller may see it. */
function withReferences({ table, model }: QueryContext): unknown[] {
  const { own, rows } = referenceReadsOf(model, table.register)
  const below = [...table.lists.values()].map(list => {
    const more = readIn(rows.get(list.name) ?? new Map(), tableOf(model, list.register), model)
    return { relation: list.name, scope: { include: [REFERENCE_LABELS, ...more] } }
  })
  return [REFERENCE_LABELS, ...readIn(own, table, model), ...below]
}

/** Records with some of what they and the rows of some of their lists refer to, by the names of those, as far as the viewer may see all of it. */
export function planPapers(
  ids: readonly unknown[],
  { own, lists }: PaperReads,
  context: QueryContext,
  viewer: Viewer,
): QueryPlan {
  const { model, table } = context
  const rows = [...lists].map(([list, members]) => {
    const child = table.lists.get(list)
    return { relation: list, scope: child ? { include: readThrough(members, tableOf(model, child.register), model) } : {} }
  })
  return restrictPlan(byKeys(ids, context, [...readThrough(own, table, model), ...rows]), viewer, model)
}

const readThrough = (members: PaperReads['own'], table: Table, model: Model): unknown[] =>
  [...members].flatMap(([as, read]) => {
    const field = (table.references.get(as) ?? table.manyReferences.get(as))?.field
    const target = field && targetOf(field)
    return target ? [includeOf(as, target.to, read, model)] : []
  })

function includeOf(as: string, to: string, read: Iterable<string>, model: Model): unknown {
  const target = tableOf(model, to)
  const fields = new Set([...referenceLabelColumns(target).map(column => column.name), ...read])
  return { relation: as, scope: { fields: [...fields].filter(field => target.byName.has(field)) } }
}

const readIn = (members: MembersByReference, { byName }: Table, model: Model): unknown[] =>
  [...members].flatMap(([name, read]) => {
    const reference = byName.get(name)?.field.reference
    if (!reference) return []
    return [includeOf(reference.as, reference.to, read, model)]
  })

const deep = (plan: QueryPlan, viewer: Viewer): QueryPlan => {
  const own = restrictToStore(plan, viewer)
  return { ...own, includes: own.includes.map(include => ({ ...include, plan: restrictToStore(include.plan, viewer) })) }
}

const lists = (table: Table, scope: Record<string, unknown>) => [...table.lists.keys()].map(relation => ({ relation, scope }))

/** A key that the register cannot have belongs to no record. */
function byKeys(ids: readonly unknown[], context: QueryContext, include: unknown[], fields?: readonly string[]): QueryPlan {
  const { id } = context.table
  const keys = ids
    .map(key => id.kind.accept(key, id.field))
    .map(key => {
      if (!key.ok) throw new ApiError(404, 'not-found')
      return id.column.toRow(key.value, id.field)
    })
  const plan = planList({ include, limit: keys.length, order: 'id ASC', ...(fields ? { fields } : {}) }, context)
  const test = keys.length === 1 ? { test: 'eq' as const, value: keys[0] } : { test: 'in' as const, value: keys }
  return { ...plan, limit: Number.POSITIVE_INFINITY, where: [{ path: { column: id }, ...test }] }
}
