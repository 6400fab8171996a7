/** A table's rows as they are copied. */
export interface CopiedTable {
  /** Quoted, with its schema. */
  readonly name: string
  /** Columns that are not worked out, quoted. */
  readonly columns: string
}

/** Schemas of ours: not PostgreSQL's own, and none that came with an extension. */
export const ownSchemas = `SELECT n.oid, n.nspname FROM pg_namespace n WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_namespace'::regclass AND d.objid = n.oid AND d.deptype = 'e')`

/** Condition on what came with no extension. */
export const ownObject = (catalog: string, id: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = '${catalog}'::regclass AND x.objid = ${id} AND x.deptype = 'e')`
