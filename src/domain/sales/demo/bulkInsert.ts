import { type Queries, quotedIdentifier } from '../../../server/domain.ts'

export type BulkValue = string | number | boolean | null

/** Columns of a table with their types, in the order of the rows' values. */
export type BulkColumns = Readonly<Record<string, 'bigint' | 'numeric' | 'text' | 'timestamptz' | 'date' | 'boolean'>>

const MOST = 20_000

const literal = (value: BulkValue | undefined): string => {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value)
}

/** Inserts rows, each an array of values, with one array a column: nothing that PostgreSQL takes is faster but COPY. */
export async function bulkInsert(
  q: Queries,
  table: string,
  columns: BulkColumns,
  rows: readonly (readonly BulkValue[])[],
): Promise<void> {
  const names = Object.keys(columns).map(quotedIdentifier).join(', ')
  const types = Object.values(columns).map((type, at) => `$${at + 1}::${type}[]`)
  const text = `INSERT INTO ${quotedIdentifier(table)} (${names}) SELECT * FROM unnest(${types.join(', ')})`
  for (let from = 0; from < rows.length; from += MOST) {
    const part = rows.slice(from, from + MOST)
    const arrays = types.map((_, at) => {
      let array = '{'
      for (let row = 0; row < part.length; row++) array += (row === 0 ? '' : ',') + literal(part[row]?.[at])
      return `${array}}`
    })
    await q.query(text, arrays)
  }
}

/** Keys that the table will not give to anybody else. */
export async function reserveIds(q: Queries, table: string, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await q.query<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2::bigint)`,
    [quotedIdentifier(table), count],
  )
  return rows.map(({ id }) => Number(id))
}
