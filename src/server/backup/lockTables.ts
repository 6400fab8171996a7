import type { Queries } from '../database/queries.ts'
import { ownObject, ownSchemas } from './ownObjects.ts'

/** Keeps tables from being changed or dropped while they are copied; rows are written as always. */
export async function lockTables(q: Queries): Promise<void> {
  const { rows } = await q.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND ${ownObject('pg_class', 'c.oid')} ORDER BY c.oid`,
  )
  if (rows.length > 0) await q.query(`LOCK TABLE ${rows.map(({ name }) => `ONLY ${name}`).join(', ')} IN ACCESS SHARE MODE`)
}
