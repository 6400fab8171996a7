import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type FollowedColumn, followedColumns } from '../../query/followed/followedColumns.ts'
import { heldValue, type Table } from '../../query/table.ts'
import { quotedIdentifier } from '../../tables/sqlNames.ts'

/** Columns of a row that are about to be written. */
interface WrittenRow {
  readonly columns: DataRow
}

/**
 * Puts beside each reference that is written what stands at its end. The records on the way are held until the transaction ends: who changes
 * one meanwhile waits, and then finds the row that follows it.
 */
export async function withFollowed<R extends WrittenRow>(
  table: Table,
  lojaId: number | null,
  rows: readonly R[],
  q: Queries,
): Promise<readonly R[]> {
  let next = rows
  for (const column of lojaId === null ? [] : table.follows) {
    const by = column.steps[0]?.by ?? ''
    if (!next.some(({ columns }) => by in columns)) continue
    const keys = [...new Set(next.map(({ columns }) => columns[by]).filter(key => key !== null && key !== undefined))]
    const ends = await endsOf(column, lojaId, keys, q)
    const own = table.byName.get(column.name)
    next = next.map(row => {
      if (!own || !(by in row.columns)) return row
      const value = heldValue(own, ends.get(String(row.columns[by])))
      return { ...row, columns: { ...row.columns, [column.name]: value } }
    })
  }
  return next
}

/** The same for new rows, which may be of several stores. */
export async function newRowsFollowed<R extends WrittenRow & { readonly lojaId: number | null }>(
  table: Table,
  rows: readonly R[],
  q: Queries,
): Promise<readonly R[]> {
  const next = [...rows]
  for (const [lojaId, places] of Map.groupBy(rows.keys(), at => rows[at]?.lojaId ?? null)) {
    const own = places.flatMap(at => rows[at] ?? [])
    for (const [at, row] of (await withFollowed(table, lojaId, own, q)).entries()) next[places[at] ?? 0] = row
  }
  return next
}

/** Goes the way from these records on, step by step, and gives for each what stands at the end. */
async function endsOf(
  { steps, value }: FollowedColumn,
  lojaId: number | null,
  keys: readonly unknown[],
  q: Queries,
): Promise<ReadonlyMap<string, unknown>> {
  let ends = new Map<string, unknown>(keys.map(key => [String(key), key]))
  for (const [at, { table }] of steps.entries()) {
    const ids = [...new Set([...ends.values()].filter(id => id !== null))]
    if (ids.length === 0) break
    const read = quotedIdentifier(steps[at + 1]?.by ?? value)
    const { rows } = await q.query(
      `SELECT "id", ${read} AS "end" FROM ${table} WHERE "lojaId" = $1 AND "id" = ANY($2) ORDER BY "id" FOR SHARE`,
      [lojaId, ids],
    )
    const found = new Map(rows.map(row => [String(row.id), row.end]))
    ends = new Map([...ends].map(([key, id]) => [key, found.get(String(id)) ?? null]))
  }
  return ends
}

/** Fields of these records were written: what follows them elsewhere is brought up to date in the same transaction. */
export async function refreshFollowers(
  table: Table,
  lojaId: number | null,
  ids: readonly unknown[],
  written: DataRow,
  q: Queries,
): Promise<void> {
  for (const { column, steps, field } of lojaId === null ? [] : table.followers)
    if (field in written)
      await q.query(followSql(column, `t."lojaId" = $1 AND s${steps}."id" = ANY($2)`, 'p."lojaId" = $1 AND '), [lojaId, ids])
}

/** Brings all columns that follow references up to date: those of rows that stood before a definition came, too. */
export async function fillFollowed(q: Queries, model: Model): Promise<void> {
  for (const column of followedColumns(model)) {
    // A save writes a record on the way before what follows it: in that order they are waited for.
    for (const table of new Set([...column.steps.map(step => step.table), column.table]))
      await q.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)
    await q.query(followSql(column, 'TRUE', ''))
  }
}

/** Writes the column of rows called `t`, which records called `s1`, `s2` … lead on from, where it holds something else. */
function followSql({ table, name, steps, value }: FollowedColumn, where: string, store: string): string {
  const joins = steps.map(
    ({ by, table: to }, at) =>
      ` LEFT JOIN ${to} s${at + 1} ON s${at + 1}."lojaId" = t."lojaId" AND s${at + 1}."id" = ${at === 0 ? 't' : `s${at}`}.${quotedIdentifier(by)}`,
  )
  const own = quotedIdentifier(name)
  return `UPDATE ${table} p SET ${own} = f."end" FROM (
      SELECT t."id", t."lojaId", s${steps.length}.${quotedIdentifier(value)} AS "end" FROM ${table} t${joins.join('')} WHERE ${where}
    ) f WHERE ${store}f."id" = p."id" AND f."lojaId" = p."lojaId" AND p.${own} IS DISTINCT FROM f."end"`
}
