import type { Model } from '../../../model/model.ts'
import { holdInStore } from '../../database/holdInStore.ts'
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

/**
 * Fields of these records were written: what follows them elsewhere is brought up to date in the same transaction. Two changes on one way come one
 * after the other: each would work out the rows from what stood before the other.
 */
export async function refreshFollowers(
  table: Table,
  lojaId: number | null,
  ids: readonly unknown[],
  written: DataRow,
  q: Queries,
): Promise<void> {
  for (const { column, steps, field } of lojaId === null ? [] : table.followers) {
    if (!(field in written) || (steps === 1 && !(await isReferred(column, lojaId, ids, q)))) continue
    await holdFollowed(q, Number(lojaId))
    await q.query(followSql(column, `t."lojaId" = $1 AND s${steps}."id" = ANY($2)`, 'p."lojaId" = $1 AND '), [lojaId, ids])
  }
}

const holdFollowed = (q: Queries, lojaId: number): Promise<void> => holdInStore(q, lojaId, 'followed')

/** Tells whether any row refers to these records, which are the first on its way. */
async function isReferred(
  { table, steps }: FollowedColumn,
  lojaId: number | null,
  ids: readonly unknown[],
  q: Queries,
): Promise<boolean> {
  const by = quotedIdentifier(steps[0]?.by ?? '')
  return (await q.query(`SELECT FROM ${table} WHERE "lojaId" = $1 AND ${by} = ANY($2) LIMIT 1`, [lojaId, ids])).rowCount > 0
}

/**
 * Brings all columns that follow references up to date: those of rows that stood before a definition came. Where all are, as at nearly every start,
 * nothing is locked: other servers save meanwhile.
 */
export async function fillFollowed(q: Queries, model: Model): Promise<void> {
  for (const column of followedColumns(model)) {
    const { rows } = await q.query<{ lojaId: number }>(
      `SELECT DISTINCT p."lojaId" FROM ${column.table} p, ${followedRows(column, 'TRUE')} WHERE ${differs(column)} ORDER BY 1`,
    )
    for (const { lojaId } of rows) {
      await holdFollowed(q, lojaId)
      // Held before they are worked out: a row that is saved meanwhile would be given what it had before.
      await q.query(`SELECT FROM ${column.table} WHERE "lojaId" = $1 ORDER BY "id" FOR UPDATE`, [lojaId])
      await q.query(followSql(column, 't."lojaId" = $1', 'p."lojaId" = $1 AND '), [lojaId])
    }
  }
}

/** Writes the column of rows called `t`, which records called `s1`, `s2` … lead on from, where it holds something else. */
function followSql(column: FollowedColumn, where: string, store: string): string {
  const from = followedRows(column, where)
  return `UPDATE ${column.table} p SET ${quotedIdentifier(column.name)} = f."end" FROM ${from} WHERE ${store}${differs(column)}`
}

const differs = ({ name }: FollowedColumn): string =>
  `f."id" = p."id" AND f."lojaId" = p."lojaId" AND p.${quotedIdentifier(name)} IS DISTINCT FROM f."end"`

/** The rows with what stands at the end of their references. */
function followedRows({ table, steps, value }: FollowedColumn, where: string): string {
  const joins = steps.map(
    ({ by, table: to }, at) =>
      ` LEFT JOIN ${to} s${at + 1} ON s${at + 1}."lojaId" = t."lojaId" AND s${at + 1}."id" = ${at === 0 ? 't' : `s${at}`}.${quotedIdentifier(by)}`,
  )
  return `(
      SELECT t."id", t."lojaId", s${steps.length}.${quotedIdentifier(value)} AS "end" FROM ${table} t${joins.join('')} WHERE ${where}
    ) f`
}
