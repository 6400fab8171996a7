import { asValue } from '../../../kinds/asValue.ts'
import { conditionsSql } from '../../query/planSql.ts'
import type { Condition } from '../../query/queryPlan.ts'
import { readScope } from '../../query/restrictPlan.ts'
import { rowAccessConditions } from '../../query/rowAccess.ts'
import type { RegisterColumn, Table } from '../../query/table.ts'
import { requireStore, type WriteContext } from '../../write/unitOfWork.ts'

/**
 * The keys of the records that have these values in a column, of several the oldest. Each value is looked for by itself, so that the
 * index is used also in a table that has grown too fast to be known: a file of 50,000 rows fills an empty one within seconds.
 */
export async function idsByValue(
  values: readonly unknown[],
  table: Table,
  column: RegisterColumn,
  { model, caller, service }: WriteContext,
): Promise<Map<unknown, unknown>> {
  const wanted = [...new Set(values)].filter(value => value !== undefined && value !== null)
  if (wanted.length === 0) return new Map()
  const params: unknown[] = [wanted.map(value => column.column.toRow(asValue(value), column.field))]
  const type = column.column.sqlType(column.field)
  const store = table.byName.get('lojaId')
  const inStore: Condition[] =
    store && table.register.scope === 'store' ? [{ path: { column: store }, test: 'eq', value: requireStore(caller) }] : []
  const where = conditionsSql(table, [...inStore, ...rowAccessConditions(table, 'see', caller)], params)
  const found = `SELECT t."id" FROM ${table.sql} t${where === '' ? ' WHERE' : `${where} AND`} t.${column.sql} = w.value ORDER BY t."id" LIMIT 1`
  const { rows } = await service.database.read(readScope(caller, { model, table }), q =>
    q.query(
      `SELECT w.place, f."id" FROM unnest($1::${type}[]) WITH ORDINALITY w(value, place) CROSS JOIN LATERAL (${found}) f`,
      params,
    ),
  )
  return new Map(rows.map(row => [wanted[Number(row.place) - 1], table.id.column.fromRow(row.id, table.id.field)]))
}
