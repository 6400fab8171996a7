import type { Queries } from '../database/queries.ts'

/** A column as the catalogs know it. */
export interface PresentColumn {
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  /** Its default or its expression, as noted when it was set. */
  readonly note: string | null
}

export interface PresentTable {
  readonly name: string
  readonly columns: ReadonlyMap<string, PresentColumn>
  /** Names of constraints and of indexes that belong to none. */
  readonly constraints: ReadonlySet<string>
  readonly indexes: ReadonlySet<string>
  readonly policies: ReadonlySet<string>
  /** Whether row level security is on, and for whom. */
  readonly rowSecurity: 'off' | 'for others' | 'for owners too'
}

interface Row {
  readonly name: string
  readonly guarded: PresentTable['rowSecurity']
  readonly columns: readonly { name: string; type: string; notNull: boolean; note: string | null }[]
  readonly constraints: readonly string[]
  readonly indexes: readonly string[]
  readonly policies: readonly string[]
}

const statement = `
  SELECT c.relname AS name, CASE WHEN NOT c.relrowsecurity THEN 'off' WHEN c.relforcerowsecurity THEN 'for owners too' ELSE 'for others' END AS guarded,
    (SELECT coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'notNull', a.attnotnull, 'note', col_description(c.oid, a.attnum)) ORDER BY a.attnum), '[]')
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT coalesce(json_agg(k.conname), '[]') FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('u', 'f')) AS constraints,
    (SELECT coalesce(json_agg(i.relname), '[]') FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
      WHERE x.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid)) AS indexes,
    (SELECT coalesce(json_agg(p.polname), '[]') FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')`

/** Every table that is there now. */
export const presentTables = async (q: Queries): Promise<Map<string, PresentTable>> => {
  const { rows } = await q.query<Row>(statement)
  return new Map(rows.map(row => [row.name, presentTable(row)]))
}

const presentTable = (row: Row): PresentTable => ({
  name: row.name,
  rowSecurity: row.guarded,
  columns: new Map(row.columns.map(column => [column.name, column])),
  constraints: new Set(row.constraints),
  indexes: new Set(row.indexes),
  policies: new Set(row.policies),
})
