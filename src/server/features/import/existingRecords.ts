import { membersOf } from '../../../base/record.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { isEmptyInKey } from '../../../model/import/row.ts'
import type { Import } from '../../../model/model.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planList } from '../../query/planList.ts'
import type { Condition } from '../../query/queryPlan.ts'
import { readScope, restrictToStore } from '../../query/restrictPlan.ts'
import { type RegisterColumn, type Table, tableOf } from '../../query/table.ts'
import type { WriteContext } from '../../write/unitOfWork.ts'
import { idsByValue } from './idsByValue.ts'
import { recordKey } from './importUnit.ts'
import { keyField, keyReferences } from './keyReferences.ts'

/** The records that these natural keys name, by key, with the import's list; `columns` narrows what is read of them. */
export async function existingRecords(
  wanted: readonly (string | undefined)[],
  load: Import,
  context: WriteContext,
  columns?: readonly string[],
): Promise<Map<string, DataRow>> {
  const { model, caller, service } = context
  const table = tableOf(model, load.register)
  const keys = [...new Set(wanted.flatMap(key => key ?? []))]
  const found = new Map<string, DataRow>()
  if (keys.length === 0) return found
  const reading = { model, table, zone: caller.zone }
  const include = load.list && !columns ? [load.list.name] : undefined
  for (const alike of Map.groupBy(keys.map(parsed), key => Object.keys(key).join(' ')).values()) {
    const names = Object.keys(alike[0] ?? {}).filter(name => table.byName.has(keyField(load, name)))
    const at = names.flatMap(name => table.byName.get(keyField(load, name)) ?? [])
    const byField = alike.map(key => Object.fromEntries(names.map(name => [keyField(load, name), key[name]])))
    const condition = await keysCondition(byField, at, table, context)
    if (!condition) continue
    const plan = restrictToStore(
      { ...planList({ include, order: 'id ASC' }, reading), limit: Number.POSITIVE_INFINITY, where: [condition] },
      caller,
    )
    const narrow = {
      ...plan,
      columns: columns ? [...new Set([...at, ...columns.flatMap(name => table.byName.get(name) ?? [])])] : plan.columns,
      includes: plan.includes.map(one => ({ ...one, plan: restrictToStore(one.plan, caller) })),
    }
    const rows = await service.database.read(readScope(caller, { model, table }), q => fetchPlanRows(narrow, q))
    for (const row of rows) {
      const values = at.map(({ name }) => (isEmptyInKey(row[name]) ? null : row[name]))
      const key = JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i]])))
      if (!found.has(key)) found.set(key, row)
    }
  }
  return found
}

const parsed = (key: string): DataRow => ({ ...membersOf(JSON.parse(key)) })

/** Which records to read: of a key of one column those that have it, if there are any; one of several asks for each whole, empty members as empty ones. */
async function keysCondition(
  keys: readonly DataRow[],
  columns: readonly RegisterColumn[],
  table: Table,
  context: WriteContext,
): Promise<Condition | undefined> {
  const parameter = (column: RegisterColumn, value: unknown): unknown => column.column.toRow(asValue(value), column.field)
  const [only, ...others] = columns
  if (only && others.length === 0) {
    const values = keys.map(key => key[only.name])
    const ids = [...(await idsByValue(values, table, only, context)).values()]
    return ids.length === 0
      ? undefined
      : { path: { column: table.id }, test: 'in', value: ids.map(id => parameter(table.id, id)) }
  }
  return {
    any: keys.map(key => ({
      all: columns.map((column): Condition => {
        const is = (value: unknown): Condition => ({ path: { column }, test: 'eq', value: parameter(column, value) })
        if (key[column.name] !== null) return is(key[column.name])
        const blanks = blanksOf(column).map(is)
        return { any: [{ path: { column }, test: 'empty', value: null }, ...blanks] }
      }),
    })),
  }
}

/** Returns the values of a column, besides none at all, where a key is empty: a blank text, or the 0 that an empty cell of numbers became. */
function blanksOf({ kind, column, field }: RegisterColumn): readonly unknown[] {
  if (kind.zero === 0) return [0]
  return column.sqlType(field) === 'text' ? [''] : []
}

/** Which of these keys a record has already: what the step Filtrar removes. */
export async function existingKeys(keys: readonly DataRow[], load: Import, context: WriteContext): Promise<boolean[]> {
  const table = tableOf(context.model, load.register)
  const references = await keyReferences(keys, load, context)
  const wanted = keys.map(row => recordKey(row, load, table, references))
  const found = await existingRecords(wanted, load, context, ['id'])
  return wanted.map(key => key !== undefined && found.has(key))
}
