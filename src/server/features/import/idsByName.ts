import type { Queries } from '../../database/queries.ts'
import type { Table } from '../../query/table.ts'
import { requireStore, type WriteContext } from '../../write/unitOfWork.ts'

/** Keys of records by what they are called, without case and accents; of several of a name the oldest. */
export async function idsByName(
  names: readonly unknown[],
  target: Table,
  { caller }: WriteContext,
  q: Queries,
): Promise<Map<unknown, unknown>> {
  const label = target.byName.get(target.register.label)
  if (names.length === 0 || !label) return new Map()
  const store = target.register.scope === 'store'
  const params = store ? [names.map(String), requireStore(caller)] : [names.map(String)]
  const { rows } = await q.query(
    `SELECT DISTINCT ON (w.name) w.name, t."id" FROM unnest($1::text[]) AS w(name) JOIN ${target.sql} t
      ON lower(f_unaccent(t.${label.sql})) = lower(f_unaccent(w.name))${store ? ' AND t."lojaId" = $2' : ''} ORDER BY w.name, t."id"`,
    params,
  )
  const found = new Map(rows.map(row => [String(row.name), target.id.column.fromRow(row.id, target.id.field)]))
  return new Map(names.flatMap(name => (found.has(String(name)) ? [[name, found.get(String(name))] as const] : [])))
}
