import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { conditionHolds } from '../../../model/expression.ts'
import type { Model, Register, Rights } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { WriteDraft } from '../store/writeDraft.ts'
import type { UnitOfWork } from '../unitOfWork.ts'
import type { RuleContext } from './ruleContext.ts'

/** A record that is in use refuses any change and removal. */
export function refuseLocked(before: DataRow, { register }: Table, model: Model, context: RuleContext): void {
  const { locked } = register
  if (locked && conditionHolds(model, register.name, locked.when, { ...context, record: before }))
    throw new ApiError(422, locked.message)
}

/** Fields that may not be changed as the record stands: a store's app address once it is set, an e-mail once it is saved. */
export function readOnlyProblems(
  { table, before, columns, record: all, lists: changed }: WriteDraft,
  model: Model,
  context: RuleContext,
): Problem[] {
  const record = before ?? columns
  const lists = before ? lockedLists({ table, before, record: all, lists: changed }, model, context) : []
  const fields = table.columns.flatMap(({ name, field }) => {
    const condition = name in columns && !field.compute ? field.readOnlyWhen : undefined
    if (condition === undefined || !conditionHolds(model, table.register.name, condition, { ...context, record })) return []
    // A new record may say what it would have had anyway.
    if (!before && (columns[name] ?? null) === (field.default ?? null)) return []
    return [{ path: name, code: 'field-read-only' }]
  })
  return [...fields, ...lists]
}

/** Lists of which something changes although the record neither stands nor shall stand so that people may change them. */
function lockedLists(
  { table, before, record, lists }: Pick<WriteDraft, 'table' | 'record' | 'lists'> & { readonly before: DataRow },
  model: Model,
  context: RuleContext,
): Problem[] {
  return lists.flatMap(({ name, removed, rows }) => {
    const condition = table.lists.get(name)?.readOnlyWhen
    if (condition === undefined) return []
    const asked = (one: DataRow): boolean => conditionHolds(model, table.register.name, condition, { ...context, record: one })
    const changes = removed.length > 0 || rows.some(row => !row.before || Object.keys(row.columns).length > 0)
    return changes && asked(before) && asked(record) ? [{ path: name, code: 'field-read-only' }] : []
  })
}

const closed = new WeakMap<Rights, Map<string, readonly string[]>>()

/** Fields that stand only in parts of the form whose gate is closed to the caller. */
export function gatedProblems({ table, columns }: WriteDraft, { caller, byServer }: UnitOfWork): Problem[] {
  if (byServer) return []
  const { rights } = caller
  const { register } = table
  const known = memoizeByKey(closed, rights, () => new Map<string, readonly string[]>())
  const names = memoizeByKey(known, register.name, () => closedFields(register, rights))
  return names.filter(name => name in columns).map(path => ({ path, code: 'field-read-only' }))
}

function closedFields({ views }: Register, rights: Rights): string[] {
  const named = (open: boolean): Set<string> =>
    new Set(
      views.form.parts
        .filter(part => (part.gate === undefined || rights[part.gate] === true) === open)
        .flatMap(part => part.rows.flat().flatMap(item => ('field' in item ? [item.field] : []))),
    )
  const open = named(true)
  return [...named(false)].filter(name => !open.has(name))
}
