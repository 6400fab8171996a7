import type { Queries } from '../../access/caller.ts'
import type { Whereabouts } from './shardStatement.ts'

/** One of the machines that have stores. */
export interface Machine {
  /** Citus' number of it. */
  readonly group: number
  readonly host: string
  readonly port: number
}

/** The part of all spread tables that has the same stores. */
export interface Shard {
  readonly machine: Machine
  /** Citus' number of it for one of the tables: those of all others move along. */
  readonly id: number
  /** Returns the name of a table (`schema.name`) there; undefined for one that is on the first machine alone. */
  nameOf(table: string): string | undefined
}

/** Which machine has which stores. */
export interface ShardMap {
  whereabouts(table: string): Whereabouts | undefined
  /** The shard by its number for the table that stores are looked up by. */
  shard(id: number): Shard | undefined
  /** The shards of each machine that has any. */
  readonly byMachine: readonly (readonly Shard[])[]
  /** A statement that tells the number of a store's shard, as `id`; the store is its parameter. */
  readonly lookUp: string
}

interface TableRow {
  readonly table: string
  /** Its name as it is quoted in a statement, and that as a text. */
  readonly quoted: string
  readonly literal: string
  readonly method: 'h' | 'n' | null
  readonly everywhere: boolean
}

interface ShardRow {
  readonly table: string
  readonly id: string
  readonly name: string
  readonly least: number | null
}

const tablesOf = `SELECT n.nspname || '.' || c.relname AS table, format('%I.%I', n.nspname, c.relname) AS quoted,
    quote_literal(format('%I.%I', n.nspname, c.relname)) AS literal, p.partmethod AS method, coalesce(p.repmodel = 't', false) AS everywhere
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^(pg_|information_schema$|citus)'`

const shardsOf = `SELECT n.nspname || '.' || c.relname AS table, s.shardid AS id, shard_name(s.logicalrelid, s.shardid) AS name,
    s.shardminvalue::int AS least
  FROM pg_dist_shard s JOIN pg_class c ON c.oid = s.logicalrelid JOIN pg_namespace n ON n.oid = c.relnamespace ORDER BY 1, least, 2`

const machinesOf = `SELECT s.shardid AS id, d.groupid AS "group", d.nodename AS host, d.nodeport AS port
  FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node d USING (groupid)
  WHERE s.logicalrelid = $1::regclass AND d.isactive AND d.hasmetadata AND d.metadatasynced AND d.noderole = 'primary'`

/** Reads it from the first machine. Undefined where no table is spread yet. */
export async function readShardMap(q: Queries): Promise<ShardMap | undefined> {
  const { rows: tables } = await q.query<TableRow>(tablesOf)
  const { rows: shards } = await q.query<ShardRow>(shardsOf)
  const known = new Map<string, Whereabouts>(tables.map(row => [row.table, whereaboutsOf(row)]))
  const names = new Map<string, string[]>()
  for (const [table, own] of Map.groupBy(shards, each => each.table))
    names.set(
      table,
      own.map(({ name }) => name),
    )
  const first = tables.find(({ method }) => method === 'h')
  if (!first) return undefined
  const ids = shards.filter(each => each.table === first.table).map(({ id }) => Number(id))
  const { rows: places } = await q.query<Machine & { id: string }>(machinesOf, [first.quoted])
  const nameOf = (each: string, at: number): string | undefined => {
    const of = names.get(each)
    if (known.get(each) === 'everywhere') return of?.[0]
    return known.get(each) === 'by store' && of?.length === ids.length ? of[at] : undefined
  }
  const byId = new Map<number, Shard>()
  for (const { id, group, host, port } of places) {
    const at = ids.indexOf(Number(id))
    // Made since they were read.
    if (at < 0) continue
    byId.set(Number(id), { id: Number(id), machine: { group, host, port }, nameOf: each => nameOf(each, at) })
  }
  return {
    byMachine: [...Map.groupBy(byId.values(), ({ machine }) => machine.group).values()],
    whereabouts: each => known.get(each),
    shard: id => byId.get(id),
    lookUp: `SELECT get_shard_id_for_distribution_column(${first.literal}, $1::bigint) AS id`,
  }
}

const whereaboutsOf = ({ method, everywhere }: TableRow): Whereabouts =>
  method === 'h' ? 'by store' : method === 'n' && everywhere ? 'everywhere' : 'first machine'
