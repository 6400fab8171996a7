import type { Queries } from '../queries.ts'

/** A machine that has stores, at the address that Citus knows it by. */
export interface Machine {
  readonly host: string
  readonly port: number
}

/** Which machine has which store. */
export interface StoreMachines {
  /** The machine of a store; undefined where that is the first one, and while it is looked up, which nobody waits for. */
  of(store: number): Machine | undefined
  /** Looks everything up again. */
  forget(): void
}

/** Milliseconds until a machine is looked up again. Until then one that the store has left passes its statements on, as each machine does. */
const LIFE = 300_000
/** Stores that are remembered at once. */
const MOST = 20_000

/** All of a store's rows are together: those of one table tell where. */
const lookUp = `SELECT d.nodename AS host, d.nodeport AS port FROM pg_dist_placement p JOIN pg_dist_node d USING (groupid)
  WHERE p.shardid = get_shard_id_for_distribution_column('system.locks', $1::bigint)
    AND d.groupid > 0 AND d.isactive AND d.hasmetadata AND d.metadatasynced AND d.noderole = 'primary'`

interface Known {
  readonly machine: Machine | undefined
  readonly until: number
}

/** Asks the first machine, as the tables' owner. */
export function createStoreMachines(q: Pick<Queries, 'query'>): StoreMachines {
  const known = new Map<number, Known>()
  const ask = async (store: number, former: Machine | undefined): Promise<void> => {
    if (known.size >= MOST) known.clear()
    // Asked once at a time, also when it fails: before the tables are spread nothing is known.
    known.set(store, { machine: former, until: Date.now() + LIFE })
    const { rows } = await q.query<{ host: string; port: number }>(lookUp, [store])
    known.set(store, { machine: rows[0], until: Date.now() + LIFE })
  }
  return {
    of: store => {
      const found = known.get(store)
      if (!found || found.until < Date.now()) ask(store, found?.machine).catch(() => known.delete(store))
      return found?.machine
    },
    forget: () => known.clear(),
  }
}
