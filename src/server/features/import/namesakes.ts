import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { heldValue, type RegisterColumn, type Table } from '../../query/table.ts'
import { requireStore, type WriteContext } from '../../write/unitOfWork.ts'

/** A record that has a name, with its values in the columns that were asked for. */
export interface Namesake {
  readonly id: unknown
  readonly values: DataRow
}

/** Most records read at once for the names of a part of a file. */
const MOST = 20_000

/** Returns by name all records that are called so, without case and accents, the oldest first. Nothing of another store is found. */
export async function namesakes(
  names: readonly unknown[],
  target: Table,
  columns: readonly RegisterColumn[],
  { caller }: WriteContext,
  q: Queries,
): Promise<ReadonlyMap<string, readonly Namesake[]>> {
  const label = target.byName.get(target.register.label)
  if (names.length === 0 || !label) return new Map()
  const store = target.register.scope === 'store'
  const wanted = [...new Set(names.map(String))]
  const { rows } = await q.query(
    `SELECT w.name AS "wanted name", t."id"${columns.map(({ sql }) => `, t.${sql}`).join('')} FROM unnest($1::text[]) AS w(name)
      JOIN ${target.sql} t ON lower(f_unaccent(t.${label.sql})) = lower(f_unaccent(w.name))${store ? ' AND t."lojaId" = $2' : ''}
      ORDER BY t."id" LIMIT ${MOST}`,
    store ? [wanted, requireStore(caller)] : [wanted],
  )
  const found = rows.map(row => ({
    name: String(row['wanted name']),
    id: target.id.column.fromRow(row.id, target.id.field),
    values: Object.fromEntries(columns.map(column => [column.name, heldValue(column, row[column.name])])),
  }))
  return Map.groupBy(found, ({ name }) => name)
}
