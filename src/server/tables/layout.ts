import type { Queries } from '../database/queries.ts'
import type { PresentTable } from './presentTables.ts'
import { createStorePolicy, dropStorePolicies, passOwners } from './rowSecurity.ts'
import { quotedIdentifier, sqlLiteral } from './sqlNames.ts'
import { reachedTables, storeTables } from './systemSchema.ts'
import type { TableLayout } from './wantedTables.ts'

/** How the tables of a distributed database lie. */
export interface PresentLayout {
  /** Names of the tables in the schema `public` that have their place already. */
  readonly laidOut: ReadonlySet<string>
  /** Name of a table in it that is spread by store: others are put beside it. */
  readonly first?: string
}

interface Laid {
  readonly schema: string
  readonly name: string
  readonly spread: boolean
}

/** How tables lie now. */
export const presentLayout = async (q: Queries): Promise<PresentLayout> => {
  const { rows } = await q.query<Laid>(`SELECT n.nspname AS schema, c.relname AS name, p.partmethod = 'h' AS spread
    FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid JOIN pg_namespace n ON n.oid = c.relnamespace ORDER BY 1, 2`)
  const own = rows.filter(({ schema }) => schema === 'public')
  const first = own.find(({ spread }) => spread)
  return {
    laidOut: new Set(own.map(({ name }) => name)),
    ...(first ? { first: first.name } : {}),
  }
}

/** Gives tables without one their place. Those that are everywhere come first, since others may refer to them. */
export const layoutSteps = (
  tables: readonly { readonly name: string; readonly layout: TableLayout }[],
  { laidOut, first }: PresentLayout,
): string[] => {
  const missing = tables.filter(({ name }) => !laidOut.has(name))
  const spread = missing.filter(({ layout }) => layout === 'by store').map(full)
  const beside = first === undefined ? undefined : full({ name: first })
  return [
    ...missing.filter(({ layout }) => layout === 'everywhere').map(table => placeEverywhere(full(table))),
    ...spread.map((name, at) => spreadByStore(name, beside ?? (at === 0 ? undefined : spread[0]))),
  ]
}

const full = ({ name }: { readonly name: string }): string => `public.${quotedIdentifier(name)}`

const placeEverywhere = (name: string): string => `SELECT create_reference_table(${sqlLiteral(name)})`

/** Rows of one store stay together over all tables: each new one is put beside those that are there. */
const spreadByStore = (name: string, beside: string | undefined): string =>
  `SELECT create_distributed_table(${sqlLiteral(name)}, 'lojaId', colocate_with => ${sqlLiteral(beside ?? 'none')})`

/** The obstacles of a table that takes its place only now. */
export interface LayoutObstacles {
  /** Names of its foreign keys, which come back after: they may lead to tables that have no place yet. */
  readonly keys: ReadonlySet<string>
  /** Takes its guards away, which come back as a distributed table takes them. */
  readonly steps: readonly string[]
}

export const layoutObstacles = (table: PresentTable, layout: PresentLayout | undefined): LayoutObstacles =>
  layout && !layout.laidOut.has(table.name)
    ? {
        keys: new Set([...table.constraints].filter(each => /_fk_[0-9a-f]{10}$/.test(each))),
        steps: dropStorePolicies(table.policies, quotedIdentifier(table.name)),
      }
    : { keys: new Set(), steps: [] }

interface Beside {
  readonly name: string
  readonly scoped: boolean
  readonly policies: readonly string[]
}

/** Gives the tables that areas keep beside the registers their place and their guard: those with a store go where its rows are. */
export const layOutDerived = async (q: Queries): Promise<boolean> => {
  const { first } = await presentLayout(q)
  const { rows } = await q.query<Beside>(`SELECT format('%I.%I', n.nspname, c.relname) AS name,
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'lojaId') AS scoped,
      ARRAY(SELECT p.polname::text FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_schema$|citus|columnar|public$|system$)'
      AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid) ORDER BY 1`)
  for (const { name, scoped, policies } of rows) {
    for (const step of dropStorePolicies(policies, name)) await q.query(step)
    await q.query(scoped ? spreadByStore(name, first && full({ name: first })) : placeEverywhere(name))
    if (scoped) for (const step of [passOwners(name), createStorePolicy(name, true)]) await q.query(step)
  }
  return rows.length > 0
}

/** Gives the system's own tables that work of a store touches their place: beside its rows, or on the first machine and known to all. */
export const layOutSystem = async (q: Queries): Promise<boolean> => {
  const { first } = await presentLayout(q)
  if (!first) return false
  const { rows } = await q.query<{ name: string; policies: readonly string[] }>(
    `SELECT name, ARRAY(SELECT p.polname::text FROM pg_policy p WHERE p.polrelid = ('system.' || name)::regclass) AS policies
     FROM unnest($1::text[]) name WHERE NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = ('system.' || name)::regclass)`,
    [[...storeTables, ...reachedTables]],
  )
  for (const { name, policies } of rows) {
    const table = `system.${name}`
    for (const step of dropStorePolicies(policies, table)) await q.query(step)
    if (storeTables.includes(name)) {
      await q.query(spreadByStore(table, full({ name: first })))
      await q.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [table])
    } else await q.query(`SELECT citus_add_local_table_to_metadata(${sqlLiteral(table)})`)
    if (policies.length > 0) for (const step of [passOwners(table), createStorePolicy(table, true)]) await q.query(step)
  }
  return rows.length > 0
}

/** A database that became a distributed one with rows in it is spread when somebody says so, and not by the next start. */
export const refuseUnspread = async (q: Queries): Promise<void> => {
  const { rows } = await q.query<{ name: string }>(`SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`)
  for (const { name } of rows)
    if ((await q.query(`SELECT FROM ${name} LIMIT 1`)).rows.length > 0)
      throw new Error(
        `The database has the extension citus, and ${name} holds rows on one machine alone: stop every server and run npm run distribute.`,
      )
}

/** Takes what is left of spread rows off the first machine, which keeps none of its own; `told` hears of each table. */
export const freeFirstMachine = async (q: Queries, told: (name: string) => void): Promise<void> => {
  const { rows } = await q.query<{ name: string }>(`SELECT logicalrelid::text AS name FROM pg_dist_partition
    WHERE partmethod = 'h' OR repmodel = 't' ORDER BY partmethod, 1`)
  for (const { name } of rows) {
    if ((await q.query<{ size: string }>('SELECT pg_relation_size($1::regclass) AS size', [name])).rows[0]?.size === '0') continue
    await q.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [name])
    told(name)
  }
}
