import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { hiddenFields, seesEveryField } from '../../model/access/sight.ts'
import type { Model } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import type { StoreScope } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { filterValue } from './filterValue.ts'
import { briefPlan } from './planList.ts'
import type { Condition, Include, QueryPlan, ReferenceLabel } from './queryPlan.ts'
import { type RowViewer, rowAccessConditions } from './rowAccess.ts'
import { soughtWords } from './search/soughtWords.ts'
import { hiddenField } from './sight/unseen.ts'
import { type ColumnPath, type RegisterColumn, referenceLabelColumns, type Table, tableOf, unknownField } from './table.ts'
import { comparableFields, visibilityOf } from './visibility.ts'

/** The facts that access needs to know of a caller. */
export interface Viewer extends RowViewer {
  readonly admin: boolean
}

/** Access, applied to the plan and not to the rows: only the caller's stores, only registers and fields the caller may see. */
export function restrictPlan(plan: QueryPlan, caller: Viewer, model: Model): QueryPlan {
  const viewer = seesAllStores(plan.table, caller) ? { ...caller, storeId: null } : caller
  const sight = visibilityOf(model, plan.table.register, viewer.rights)
  if (sight === 'none') throw gateRefusal(model, plan.table.register.access.see, viewer.rights)
  const brief = sight === 'brief' ? comparableFields(model, plan.table) : undefined
  const hidden = hiddenFields(plan.table.register, viewer.rights)
  const check = (at: ColumnPath): void => {
    checkSight(at, plan.table, viewer, model)
    checkPlace(at, brief, viewer, model)
  }
  for (const condition of plan.where) walk(condition, check)
  for (const { path } of plan.order) if (path.column !== plan.table.id && !isUsualOrder(path, plan.table)) check(path)
  const seen = hidden.size === 0 ? plan.columns : plan.columns.filter(({ name }) => !hidden.has(name))
  return restrictToStore(
    {
      ...plan,
      columns: brief ? seen.filter(column => referenceLabelColumns(plan.table).includes(column)) : seen,
      where: brief ? plan.where.map(condition => searchBriefly(condition, plan.table)) : plan.where,
      ...(brief ? { labels: [], includes: [] } : narrowIncludes(withoutHiddenRelations(plan, hidden), viewer, model)),
    },
    viewer,
    brief !== undefined,
  )
}

/** Tells whether the caller sees the rows of all stores, whichever one the call is made in. */
const seesAllStores = ({ register }: Table, { admin }: Pick<Viewer, 'admin'>): boolean => admin && register.across === true

/** The order that the register always has tells no more than the list itself. */
const isUsualOrder = ({ column, through }: ColumnPath, { register }: Table): boolean =>
  !through && register.order.some(each => each.split(' ')[0] === column.name)

/** The rows of the caller's store, and of a register that is a view of another only those that the view holds. */
export function restrictToStore(plan: QueryPlan, viewer: Viewer, brief = false): QueryPlan {
  const { table } = plan
  const fixed: Condition[] = Object.entries(table.register.from?.where ?? {}).map(([name, value]) => {
    const column = table.byName.get(name)
    if (!column) throw unknownField(name)
    return value === null
      ? { path: { column }, test: 'empty', value }
      : { path: { column }, test: 'eq', value: filterValue(value, column) }
  })
  const stores = viewer.storeId === null ? viewer.stores : [viewer.storeId]
  return {
    ...plan,
    where: [
      ...storeCondition(table, viewer, brief),
      ...fixed,
      ...rowAccessConditions(table, 'see', viewer),
      ...plan.where.map(condition => searchIn(stores, condition)),
    ],
    ...(plan.fit ? { fit: { ...plan.fit, stores, ...(brief ? { brief } : {}) } } : {}),
  }
}

function searchIn(stores: readonly number[], condition: Condition): Condition {
  if ('all' in condition) return { all: condition.all.map(one => searchIn(stores, one)) }
  if ('any' in condition) return { any: condition.any.map(one => searchIn(stores, one)) }
  return 'search' in condition ? { ...condition, stores } : condition
}

function storeCondition(table: Table, viewer: Viewer, brief: boolean): Condition[] {
  const column = table.byName.get('lojaId')
  // A global register may name a store without belonging to it.
  if (!column || !table.scoped) return []
  // The names of all own stores may be chosen from; more of a store shows only who is in it.
  if (table.register.scope === 'self' && brief && !viewer.admin) return [{ path: { column }, test: 'in', value: viewer.stores }]
  if (table.register.scope === 'self' && viewer.admin) return []
  if (viewer.storeId !== null) return [{ path: { column }, test: 'eq', value: viewer.storeId }]
  // The platform's administrator may look across all stores; everyone else says which one.
  if (viewer.admin) return []
  throw new ApiError(400, 'store-required')
}

function checkPlace(at: ColumnPath, brief: ReadonlySet<string> | undefined, viewer: Viewer, model: Model): void {
  const { column, through } = at
  if (brief && (through || !brief.has(column.name))) throw unknownField(column.name)
  if (!through) return
  const open =
    visibilityOf(model, through.target.register, viewer.rights) === 'full' ||
    referenceLabelColumns(through.target).includes(column)
  if (!open) throw unknownField(`${through.reference.field.reference?.as}.${column.name}`)
}

/** Values of a hidden field, of the record or of one that it refers to, are told neither by a filter nor by an order. */
function checkSight({ column, through }: ColumnPath, { register }: Table, { rights }: Viewer, model: Model): void {
  const own = through ? through.reference.name : column.name
  if (hiddenFields(register, rights).has(own)) throw hiddenField(own)
  if (through && hiddenFields(through.target.register, rights).has(column.name)) throw hiddenField(column.name)
  // The history keeps all fields of all registers in two texts.
  if (register.role === 'history' && historyStates.has(own) && !seesEveryField(model, rights)) throw hiddenField(own)
}

const historyStates: ReadonlySet<string> = new Set(['antes', 'depois'])

/** A plan that does not tell either where hidden references point. */
function withoutHiddenRelations(plan: QueryPlan, hidden: ReadonlySet<string>): QueryPlan {
  if (hidden.size === 0) return plan
  return {
    ...plan,
    labels: plan.labels.filter(({ reference }) => !hidden.has(reference.name)),
    includes: plan.includes.filter(
      ({ by }) => !('reference' in by && hidden.has(by.reference.name)) && !('many' in by && hidden.has(by.many.name)),
    ),
  }
}

function walk(condition: Condition, check: (at: ColumnPath) => void): void {
  if ('path' in condition) check(condition.path)
  else if ('all' in condition) for (const one of condition.all) walk(one, check)
  else if ('any' in condition) for (const one of condition.any) walk(one, check)
}

/** Free text must not tell what a brief look hides: it is sought in the label and code alone. */
function searchBriefly(condition: Condition, table: Table): Condition {
  if ('all' in condition) return { all: condition.all.map(one => searchBriefly(one, table)) }
  if ('any' in condition) return { any: condition.any.map(one => searchBriefly(one, table)) }
  if (!('search' in condition)) return condition
  const places = referenceLabelColumns(table).filter(column => column !== table.id)
  const holds = (word: string): Condition => ({
    any: places.map(column => ({ path: { column }, test: 'contains', value: `%${word}%` })),
  })
  return {
    all: soughtWords(condition.search).map(({ forms }) => ({ any: forms.map(form => ({ all: form.split(' ').map(holds) })) })),
  }
}

function narrowIncludes(plan: QueryPlan, viewer: Viewer, model: Model): Pick<QueryPlan, 'labels' | 'includes'> {
  const briefs: ReferenceLabel[] = [...plan.labels]
  const includes: Include[] = []
  for (const include of plan.includes) {
    const { table } = include.plan
    const full = visibilityOf(model, table.register, viewer.rights) === 'full'
    if ('many' in include.by && (include.by.brief || !full)) includes.push(asBriefMany(include, include.by.many, viewer))
    else if (full) includes.push({ ...include, plan: restrictPlan(include.plan, viewer, model) })
    // A record that is referred to can always be named; a list that may not be seen is left out.
    else if ('reference' in include.by) briefs.push(asBrief(include, include.by.reference))
  }
  return { labels: briefs, includes }
}

function asBriefMany({ name, plan }: Include, many: RegisterColumn, viewer: Viewer): Include {
  if (plan.where.length > 0) throw unknownField(name)
  return namesInclude(name, many, plan.table, viewer)
}

/** Reads the names of the records of several keys, and nothing else of them: in the store of the row, or of no store. */
export const namesInclude = (name: string, many: RegisterColumn, table: Table, viewer: Viewer): Include => ({
  name,
  by: { many, brief: true },
  plan: { ...briefPlan(table), where: storeCondition(table, viewer, true) },
})

function asBrief({ name, plan }: Include, reference: ReferenceLabel['reference']): ReferenceLabel {
  const columns = referenceLabelColumns(plan.table)
  if (plan.where.length > 0) throw unknownField(name)
  return { name, reference, target: plan.table, columns }
}

/** Returns the scope of a read: the store of the call, or, where records are stores themselves, all of the caller's. */
export function readScope(caller: Caller, { model, table }: { readonly model: Model; readonly table: Table }): StoreScope {
  if (caller.storeId !== null && !reachesStores(model, table) && !seesAllStores(table, caller))
    return { stores: [caller.storeId] }
  return caller.admin ? 'all' : { stores: caller.stores }
}

/** Asked by every read, answered once a table. */
const reaching = new WeakMap<Table, boolean>()

/** Tells whether rows are stores, or refer to stores, which may be others than the call's. */
const reachesStores = (model: Model, table: Table): boolean =>
  memoizeByKey(reaching, table, () => {
    const tables = [table, ...[...table.lists.values()].map(list => tableOf(model, list.register))]
    const refers = (one: Table): boolean =>
      [...one.references.values()].some(column => model.registers[column.field.reference?.to ?? '']?.scope === 'self')
    return tables.some(one => one.register.scope === 'self' || refers(one))
  })
