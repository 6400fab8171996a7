import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { tableOf } from '../query/table.ts'
import { quotedIdentifier } from '../tables/sqlNames.ts'
import { secretLocation } from '../write/store/rowStatements.ts'

/** A row with something sealed. */
export interface SealedRow {
  readonly key: readonly string[]
  readonly value: string
}

/** A column in which sealed values are. */
export interface SealedColumn {
  /** The place for which its values are sealed. */
  readonly place: string
  /** Those that come after this key. */
  read(q: Queries, last: readonly string[] | undefined, most: number): Promise<SealedRow[]>
  /** Puts another value into the place of this one; tells whether it still was this one. */
  write(q: Queries, row: SealedRow, value: string): Promise<boolean>
}

/** Secret fields of registers. */
export function registerColumns(model: Model): SealedColumn[] {
  const columns = new Map<string, SealedColumn>()
  for (const { name } of Object.values(model.registers)) {
    const table = tableOf(model, name)
    for (const each of table.columns) {
      if (!each.field.secret) continue
      const keys = table.scoped ? ['"lojaId"', table.id.sql] : [table.id.sql]
      const place = secretLocation(table, each.name)
      if (!columns.has(place)) columns.set(place, keyedColumn(place, table.sql, each.sql, keys))
    }
  }
  return [...columns.values()]
}

/** Rows by their key, which begins with the store: so each machine finds its own. */
const keyedColumn = (place: string, table: string, column: string, keys: readonly string[]): SealedColumn => ({
  place,
  async read(q, last, most) {
    const after = last ? ` AND (${keys.join(', ')}) > (${last.map((_, at) => `$${at + 1}::bigint`).join(', ')})` : ''
    const { rows } = await q.query<{ key: string[]; value: string }>(
      `SELECT ARRAY[${keys.map(key => `${key}::text`).join(', ')}] AS key, ${column}::text AS value FROM ${table}
       WHERE ${column} IS NOT NULL${after} ORDER BY ${keys.join(', ')} LIMIT ${most}`,
      last ?? [],
    )
    return rows
  },
  async write(q, { key, value }, next) {
    const where = keys.map((name, at) => `${name} = $${at + 3}::bigint`).join(' AND ')
    const { rowCount } = await q.query(`UPDATE ${table} SET ${column} = $1 WHERE ${where} AND ${column} = $2`, [
      next,
      value,
      ...key,
    ])
    return rowCount > 0
  },
})

/** Places for which values of the system are sealed other than their own column. */
const otherPlaces: Readonly<Record<string, string>> = { 'system.queue.content': 'system.mails.content' }

/** Columns of the system that hold anything that is sealed, whichever part of the server put it there. */
export async function systemColumns(q: Queries): Promise<SealedColumn[]> {
  // Answers as they were once given hold addresses that end within minutes, and nothing else that is sealed.
  const { rows } = await q.query<{ table: string; column: string; json: boolean }>(
    `SELECT c.relname AS "table", a.attname AS "column", a.atttypid = 'jsonb'::regtype AS json FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'system'::regnamespace AND c.relkind = 'r' AND c.relname <> 'idempotency' AND a.attnum > 0 AND NOT a.attisdropped
       AND a.atttypid IN ('text'::regtype, 'jsonb'::regtype) ORDER BY 1, 2`,
  )
  return rows.map(({ table, column, json }) => {
    const place = `system.${table}.${column}`
    return heldColumn(otherPlaces[place] ?? place, `system.${quotedIdentifier(table)}`, quotedIdentifier(column), json)
  })
}

/** Rows of a table by where they lie: on several machines the same place is in each, and what is sealed is never alike. */
const heldColumn = (place: string, table: string, column: string, json: boolean): SealedColumn => ({
  place,
  async read(q, last, most) {
    const { rows } = await q.query<{ key: string; value: string }>(
      `SELECT ctid::text AS key, ${column}::text AS value FROM ${table}
       WHERE (ctid, ${column}::text) > ($1::tid, $2) AND ${column}::text LIKE '%v1.%' ORDER BY ctid, ${column}::text LIMIT ${most}`,
      [last?.[0] ?? '(0,0)', last?.[1] ?? ''],
    )
    return rows.map(({ key, value }) => ({ key: [key, value], value }))
  },
  async write(q, { key, value }, next) {
    const { rowCount } = await q.query(
      `UPDATE ${table} SET ${column} = $1::${json ? 'jsonb' : 'text'} WHERE ctid = $3::tid AND ${column}::text = $2`,
      [next, value, key[0]],
    )
    return rowCount > 0
  },
})
