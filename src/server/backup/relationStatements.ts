import type { Queries } from '../database/queries.ts'
import { type CopiedTable, ownObject, ownSchemas } from './ownObjects.ts'

/** Statements that make tables, and those that add to them once their rows are there. */
export interface RelationStatements {
  readonly sequences: readonly string[]
  readonly tables: readonly string[]
  readonly copied: readonly CopiedTable[]
  readonly after: readonly string[]
}

interface TableRow {
  readonly name: string
  readonly unlogged: boolean
  readonly options: string | null
  readonly columns: readonly { name: string; definition: string; storage: string | null; given: boolean }[]
}

const sequenceOptions = `format('AS %s START WITH %s INCREMENT BY %s MINVALUE %s MAXVALUE %s CACHE %s%s', s.seqtypid::regtype, s.seqstart, s.seqincrement,
  s.seqmin, s.seqmax, s.seqcache, CASE WHEN s.seqcycle THEN ' CYCLE' ELSE '' END)`

/** Numbers of a column belong to it and are made with it. */
const identity = `(SELECT format(' GENERATED %s AS IDENTITY (SEQUENCE NAME %I.%I %s)', CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END,
    sn.nspname, sc.relname, substr(${sequenceOptions}, strpos(${sequenceOptions}, 'START')))
  FROM pg_depend d JOIN pg_class sc ON sc.oid = d.objid AND sc.relkind = 'S' JOIN pg_namespace sn ON sn.oid = sc.relnamespace
  JOIN pg_sequence s ON s.seqrelid = sc.oid
  WHERE d.classid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum AND d.deptype = 'i')`

const column = `format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
  || CASE WHEN a.attcollation <> t.typcollation AND a.attcollation <> 0 THEN ' COLLATE ' || a.attcollation::regcollation ELSE '' END
  || CASE WHEN a.attgenerated = 's' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(f.adbin, f.adrelid) || ') STORED'
          WHEN a.attgenerated <> '' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(f.adbin, f.adrelid) || ')'
          WHEN a.attidentity <> '' THEN ${identity}
          WHEN f.adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(f.adbin, f.adrelid) ELSE '' END
  || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END`

const tablesStatement = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name, c.relpersistence = 'u' AS unlogged, array_to_string(c.reloptions, ', ') AS options,
    (SELECT coalesce(json_agg(json_build_object('name', format('%I', a.attname), 'definition', ${column}, 'given', a.attgenerated = '',
        'storage', CASE WHEN a.attstorage <> t.typstorage THEN a.attstorage END) ORDER BY a.attnum), '[]')
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
  FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND ${ownObject('pg_class', 'c.oid')} ORDER BY c.oid`

const storages: Readonly<Record<string, string>> = { p: 'PLAIN', e: 'EXTERNAL', m: 'MAIN', x: 'EXTENDED' }

/** Tables and what hangs on them, read from the catalogs. */
export async function relationStatements(q: Queries): Promise<RelationStatements> {
  const { rows: tables } = await q.query<TableRow>(tablesStatement)
  return {
    sequences: await freeSequences(q),
    tables: tables.flatMap(tableStatements),
    copied: tables.map(({ name, columns }) => ({
      name,
      columns: columns
        .filter(({ given }) => given)
        .map(each => each.name)
        .join(', '),
    })),
    after: await addedStatements(q),
  }
}

const tableStatements = ({ name, unlogged, options, columns }: TableRow): string[] => [
  `CREATE ${unlogged ? 'UNLOGGED ' : ''}TABLE ${name} (\n  ${columns.map(({ definition }) => definition).join(',\n  ')}\n)${options ? ` WITH (${options})` : ''}`,
  ...columns.flatMap(each =>
    each.storage === null ? [] : [`ALTER TABLE ${name} ALTER COLUMN ${each.name} SET STORAGE ${storages[each.storage]}`],
  ),
]

/** Sequences that are no identity's. */
const freeSequences = async (q: Queries): Promise<string[]> =>
  (
    await q.query<{ text: string }>(
      `SELECT format('CREATE SEQUENCE %I.%I ', n.nspname, c.relname) || ${sequenceOptions} AS text
       FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace JOIN pg_sequence s ON s.seqrelid = c.oid
       WHERE ${ownObject('pg_class', 'c.oid')} AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'i')`,
    )
  ).rows.map(({ text }) => text)

/** Keys come before indexes, and what refers to keys after them; views and row level security last. */
async function addedStatements(q: Queries): Promise<string[]> {
  const { rows } = await q.query<{ text: string }>(`
    WITH mine AS (SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name, c.relkind, c.relrowsecurity, c.relforcerowsecurity
      FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace WHERE ${ownObject('pg_class', 'c.oid')}),
    parts AS (
      SELECT CASE k.contype WHEN 'p' THEN 1 WHEN 'f' THEN 5 ELSE 2 END AS place, k.oid::bigint AS nth,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', m.name, k.conname, pg_get_constraintdef(k.oid)) AS text
      FROM pg_constraint k JOIN mine m ON m.oid = k.conrelid WHERE k.contype IN ('p', 'u', 'x', 'c', 'f')
      UNION ALL
      SELECT 3, x.indexrelid::bigint, pg_get_indexdef(x.indexrelid) FROM pg_index x JOIN mine m ON m.oid = x.indrelid
      WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u', 'x'))
      UNION ALL SELECT 6, m.oid::bigint, format('CREATE VIEW %s AS %s', m.name, pg_get_viewdef(m.oid)) FROM mine m WHERE m.relkind = 'v'
      UNION ALL SELECT 7, m.oid::bigint, format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', m.name) FROM mine m WHERE m.relrowsecurity
      UNION ALL SELECT 7, m.oid::bigint, format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', m.name) FROM mine m
        WHERE m.relforcerowsecurity OR (m.relrowsecurity AND EXISTS (SELECT FROM pg_extension WHERE extname = 'citus'))
      UNION ALL
      SELECT 8, m.oid::bigint, format('CREATE POLICY %I ON %s AS %s FOR %s TO %s%s%s', p.policyname, m.name, p.permissive, p.cmd,
        (SELECT string_agg(CASE r WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(r) END, ', ') FROM unnest(p.roles) r),
        ' USING (' || p.qual || ')', ' WITH CHECK (' || p.with_check || ')')
      FROM pg_policies p JOIN mine m ON m.name = format('%I.%I', p.schemaname, p.tablename)
      UNION ALL
      SELECT 9, m.oid::bigint, CASE WHEN d.objsubid > 0
        THEN format('COMMENT ON COLUMN %s.%I IS %L', m.name, (SELECT attname FROM pg_attribute WHERE attrelid = m.oid AND attnum = d.objsubid), d.description)
        ELSE format('COMMENT ON %s %s IS %L', CASE m.relkind WHEN 'r' THEN 'TABLE' WHEN 'v' THEN 'VIEW' WHEN 'i' THEN 'INDEX' ELSE 'SEQUENCE' END, m.name, d.description) END
      FROM pg_description d JOIN mine m ON m.oid = d.objoid AND d.classoid = 'pg_class'::regclass
      UNION ALL
      SELECT 9, p.oid::bigint, format('COMMENT ON FUNCTION %s IS %L', p.oid::regprocedure, d.description)
      FROM pg_description d JOIN pg_proc p ON p.oid = d.objoid AND d.classoid = 'pg_proc'::regclass
      JOIN (${ownSchemas}) n ON n.oid = p.pronamespace WHERE ${ownObject('pg_proc', 'p.oid')})
    SELECT text FROM parts ORDER BY place, nth, text`)
  return rows.map(({ text }) => text)
}
