import type { Queries } from '../database/queries.ts'
import { type CopiedTable, ownObject, ownSchemas } from './ownObjects.ts'
import { relationStatements } from './relationStatements.ts'

/** A sequence and where it stands. */
export interface CopiedSequence {
  readonly name: string
  readonly value: string
  readonly called: boolean
}

/** All that a database is made of, as statements that make it again. */
export interface DatabaseObjects {
  /** Extensions that it uses, each with its schema; not what spreads rows over machines, which is the place's and not the rows'. */
  readonly extensions: readonly { readonly name: string; readonly schema: string }[]
  /** Before the rows: schemas, functions, sequences, tables. */
  readonly before: readonly string[]
  readonly tables: readonly CopiedTable[]
  /** After the rows: constraints, indexes, policies, notes. */
  readonly after: readonly string[]
}

/** Reads what the database is made of. What these statements could not make again is refused: half a copy would be found too late. */
export async function databaseObjects(q: Queries): Promise<DatabaseObjects> {
  await refuseUnknownObjects(q)
  const { rows: extensions } = await q.query<{ name: string; schema: string }>(
    `SELECT extname AS name, n.nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE extname <> 'plpgsql' AND extname NOT LIKE 'citus%' ORDER BY 1`,
  )
  const schemas = await texts(
    q,
    `SELECT format('CREATE SCHEMA IF NOT EXISTS %I', nspname) AS text FROM (${ownSchemas}) n ORDER BY 1`,
  )
  const { early, late } = await functions(q)
  const relations = await relationStatements(q)
  return {
    extensions,
    before: [...schemas, ...relations.sequences, ...early, ...relations.tables, ...late],
    tables: relations.copied,
    after: relations.after,
  }
}

/** Where all sequences stand. They know no snapshot: read after the rows, so that none of these has a number that comes again. */
export async function sequencePlaces(q: Queries): Promise<CopiedSequence[]> {
  const { rows: names } = await q.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND ${ownObject('pg_class', 'c.oid')} ORDER BY 1`,
  )
  if (names.length === 0) return []
  const each = names.map(({ name }, at) => `SELECT ${at} AS at, last_value::text AS value, is_called AS called FROM ${name}`)
  const { rows } = await q.query<{ at: number; value: string; called: boolean }>(each.join(' UNION ALL '))
  return rows.flatMap(({ at, value, called }) => {
    const name = names[at]?.name
    return name === undefined ? [] : [{ name, value, called }]
  })
}

const texts = async (q: Queries, statement: string): Promise<string[]> =>
  (await q.query<{ text: string }>(statement)).rows.map(({ text }) => text)

interface FunctionRow {
  readonly id: string
  readonly text: string
  readonly needs: readonly string[]
  readonly tables: boolean
}

/** Functions, those that others need first; late ones need tables. */
async function functions(q: Queries): Promise<{ early: string[]; late: string[] }> {
  const { rows } = await q.query<FunctionRow>(
    `SELECT p.oid::text AS id, pg_get_functiondef(p.oid) AS text,
       ARRAY(SELECT d.refobjid::text FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid
         AND d.refclassid = 'pg_proc'::regclass) AS needs,
       EXISTS (SELECT FROM pg_depend d LEFT JOIN pg_type t ON d.refclassid = 'pg_type'::regclass AND t.oid = d.refobjid
         WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND (d.refclassid = 'pg_class'::regclass OR t.typrelid <> 0)) AS tables
     FROM pg_proc p JOIN (${ownSchemas}) n ON n.oid = p.pronamespace WHERE p.prokind IN ('f', 'p') AND ${ownObject('pg_proc', 'p.oid')}
     ORDER BY p.oid`,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  const sorted = new Set<FunctionRow>()
  const visit = (row: FunctionRow): void => {
    if (sorted.has(row)) return
    for (const id of row.needs) {
      const needed = byId.get(id)
      if (needed && needed !== row) visit(needed)
    }
    sorted.add(row)
  }
  for (const row of rows) visit(row)
  const late = new Set<FunctionRow>()
  // Those that a function needs come before it here.
  for (const row of sorted) if (row.tables || row.needs.some(id => [...late].some(each => each.id === id))) late.add(row)
  return { early: [...sorted].filter(row => !late.has(row)).map(sqlOf), late: [...late].map(sqlOf) }
}

const sqlOf = ({ text }: FunctionRow): string => text.trim()

async function refuseUnknownObjects(q: Queries): Promise<void> {
  const unknown = await texts(
    q,
    `SELECT c.oid::regclass || ' (kind ' || c.relkind::text || ')' AS text FROM pg_class c JOIN (${ownSchemas}) n ON n.oid = c.relnamespace
       WHERE c.relkind NOT IN ('r', 'i', 'S', 'v') AND ${ownObject('pg_class', 'c.oid')}
     UNION ALL SELECT c.oid::regclass || ' (inherits)' FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       JOIN (${ownSchemas}) n ON n.oid = c.relnamespace WHERE c.relkind = 'r'
     UNION ALL SELECT t.tgname || ' (trigger)' FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       JOIN (${ownSchemas}) n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal
     UNION ALL SELECT t.oid::regtype || ' (type)' FROM pg_type t JOIN (${ownSchemas}) n ON n.oid = t.typnamespace
       WHERE t.typtype IN ('e', 'd', 'r', 'm') AND ${ownObject('pg_type', 't.oid')}
     UNION ALL SELECT p.proname || ' (aggregate)' FROM pg_proc p JOIN (${ownSchemas}) n ON n.oid = p.pronamespace
       WHERE p.prokind NOT IN ('f', 'p') AND ${ownObject('pg_proc', 'p.oid')}`,
  )
  if (unknown.length > 0)
    throw new Error(
      `The database holds what this copy could not restore; use pg_dump (docs/deployment.md): ${unknown.join(', ')}.`,
    )
}
