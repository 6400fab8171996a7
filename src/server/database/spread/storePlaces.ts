import type { PoolFigures, ServerDatabase } from '../pool.ts'
import type { Inlining } from './inlinedFunctions.ts'
import { type Machine, readShardMap, type Shard, type ShardMap } from './shardMap.ts'
import { namedStatement, type ShardStatement, shardStatement } from './shardStatement.ts'

/** The machine of a store, as it can be asked without the first one between. */
export interface StorePlace {
  readonly database: Pick<ServerDatabase, 'read' | 'readSnapshot'>
  readonly shard: Shard
  /** The statement with the names that tables have there; undefined where it is the first machine's. */
  statement(text: string): string | undefined
  /** It could not be reached: the first machine is asked until it can. */
  away(): void
  /** Its rows or its tables are not what was remembered. */
  changed(): void
  /** The first machine takes the statement, and it does not: it is not asked again. */
  refused(text: string, error: unknown): void
}

export interface StorePlaces {
  /** Where a store can be asked now; undefined where that is not known yet, or not possible. */
  of(store: number): StorePlace | undefined
  /** Tables may be others now. */
  forget(): void
  /** How the connections to all of them stand. */
  figures(): Omit<PoolFigures, 'pool'>
  close(): Promise<void>
}

export interface PlacesGround {
  /** The first machine, as the tables' owner. */
  readonly first: Pick<ServerDatabase, 'system'>
  readonly inlining: Inlining
  /** Opens another machine, for reading alone. */
  open(machine: Machine): ServerDatabase | undefined
  /** Told of what goes round by the first machine though it should not. */
  warn?(error: unknown, text: string): void
}

/** Milliseconds until a machine that could not be reached is tried again. */
const RETRY = 10_000
/** Milliseconds between two readings of which machine has which stores. */
const PAUSE = 1_000
/** Stores, and statements, that are remembered. */
const MOST = 20_000
const MOST_TEXTS = 2_000

interface Known {
  readonly map: ShardMap
  /** Number of each store's shard. */
  readonly stores: Map<number, number>
  readonly statements: Map<string, Split>
}

interface Split {
  readonly statement: ShardStatement | undefined
  readonly named: Map<Shard, string>
}

/** A machine, and whether it answers. */
interface Link {
  readonly database: ServerDatabase | undefined
  state: 'unknown' | 'asked' | 'answers'
  /** When it may be asked next. */
  retryAt: number
}

/** Remembers which machine has which stores, and holds connections to them. Nobody waits for what is not known yet. */
export function createStorePlaces(ground: PlacesGround): StorePlaces {
  const links = new Map<string, Link>()
  let known: Known | undefined
  let reading = false
  let retryAt = 0
  let closed = false

  const readMap = (): void => {
    if (reading || closed || Date.now() < retryAt) return
    reading = true
    const read = async (): Promise<void> => {
      await ground.inlining.ready()
      const map = await readShardMap(ground.first.system)
      known = map && { map, stores: new Map(), statements: new Map() }
      if (!map) retryAt = Date.now() + RETRY
    }
    read()
      .catch(() => {
        retryAt = Date.now() + RETRY
      })
      .finally(() => {
        reading = false
      })
  }
  const lookUp = ({ map, stores }: Known, store: number): void => {
    if (stores.size > MOST) stores.clear()
    stores.set(store, -1)
    ground.first.system
      .query<{ id: string }>(map.lookUp, [store])
      .then(({ rows }) => stores.set(store, Number(rows[0]?.id)))
      .catch(() => stores.delete(store))
  }
  const linkOf = (machine: Machine): Link => {
    const name = `${machine.host} ${machine.port}`
    const link = links.get(name) ?? { database: ground.open(machine), state: 'unknown', retryAt: 0 }
    links.set(name, link)
    return link
  }
  const tryOut = (link: Link): void => {
    if (!link.database || link.state === 'asked' || Date.now() < link.retryAt) return
    link.state = 'asked'
    link.database
      .read({ stores: [] }, q => q.query('SELECT 1'))
      .then(() => {
        link.state = 'answers'
      })
      .catch(() => {
        link.state = 'unknown'
        link.retryAt = Date.now() + RETRY
      })
  }
  const placeAt = (shard: Shard, link: Link, { map, statements }: Known, database: ServerDatabase): StorePlace => ({
    database,
    shard,
    statement: text => {
      const split = statements.get(text) ?? splitOf(ground.inlining.withFunctions(text), map)
      if (statements.size > MOST_TEXTS) statements.clear()
      statements.set(text, split)
      return namedAt(split, shard)
    },
    away: () => {
      link.state = 'unknown'
      link.retryAt = Date.now() + RETRY
    },
    changed: () => {
      database.tablesChanged()
      known = undefined
      retryAt = Date.now() + PAUSE
    },
    refused: (text, error) => {
      statements.set(text, { statement: undefined, named: new Map() })
      ground.warn?.(error, text)
    },
  })

  return {
    of: store => {
      if (!known) {
        readMap()
        return undefined
      }
      const id = known.stores.get(store)
      if (id === undefined) lookUp(known, store)
      const shard = id === undefined ? undefined : known.map.shard(id)
      if (!shard) return undefined
      const link = linkOf(shard.machine)
      if (link.state !== 'answers') {
        tryOut(link)
        return undefined
      }
      return link.database && placeAt(shard, link, known, link.database)
    },
    forget: () => {
      known = undefined
      retryAt = 0
      for (const { database } of links.values()) database?.tablesChanged()
    },
    figures: () => {
      const pools = [...links.values()].flatMap(({ database }) => database?.connections() ?? [])
      const sum = (what: 'open' | 'idle' | 'waiting'): number => pools.reduce((total, pool) => total + pool[what], 0)
      return { open: sum('open'), idle: sum('idle'), waiting: sum('waiting') }
    },
    close: async () => {
      closed = true
      await Promise.all([...links.values()].map(({ database }) => database?.close()))
    },
  }
}

const splitOf = (text: string, map: ShardMap): Split => ({
  statement: shardStatement(text, table => map.whereabouts(table)),
  named: new Map(),
})

function namedAt({ statement, named }: Split, shard: Shard): string | undefined {
  const made = named.get(shard)
  if (made !== undefined || !statement || statement.tables.some(table => table && !shard.nameOf(table))) return made
  const text = namedStatement(statement, table => shard.nameOf(table) ?? '')
  named.set(shard, text)
  return text
}
