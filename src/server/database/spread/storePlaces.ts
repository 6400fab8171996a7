import type { PoolFigures, ServerDatabase } from '../pool.ts'
import type { Inlining } from './inlinedFunctions.ts'
import { createMachineLinks, type MachineLink } from './machineLinks.ts'
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
  /** It does not take the statement, and is not asked it again. */
  refused(text: string, error: unknown): void
}

/** Which machines have which stores, as far as that is known. */
export interface StorePlaces {
  /** Where a store can be asked now; undefined where that is not known yet, or not possible. */
  of(store: number): StorePlace | undefined
  /** Rows that a statement finds in the shards of all machines that answer, as the tables' owner. @throws Error where it cannot be asked of them */
  reachable<R extends object>(text: string, params?: readonly unknown[]): Promise<R[]>
  /** Tables may be others now. */
  forget(): void
  /** How the connections to the machines stand. */
  figures(): Omit<PoolFigures, 'pool'>
  close(): Promise<void>
}

/** What places are known by. */
export interface PlacesGround {
  /** The first machine, as the tables' owner. */
  readonly first: Pick<ServerDatabase, 'system'>
  readonly inlining: Inlining
  /** Opens another machine, for reading alone; undefined where it cannot be addressed. */
  open(machine: Machine): ServerDatabase | undefined
  /** Told of a statement that a store's machine should take, and does not. */
  refused?(error: unknown, text: string): void
}

/** Milliseconds between two tries to read which machine has which stores. */
const PAUSE = 1_000
/** Stores, and statements, that are remembered. */
const MOST_STORES = 20_000
const MOST_STATEMENTS = 2_000

interface Known {
  readonly map: ShardMap
  /** Number of each store's shard; -1 while it is looked up. */
  readonly stores: Map<number, number>
  readonly statements: Map<string, Split>
}

/** A statement, and what it is for each shard that was asked. */
interface Split {
  readonly statement: ShardStatement | undefined
  readonly named: Map<Shard, string>
}

/** Remembers which machine has which stores, and holds connections to them. Nobody waits for what is not known yet. */
export function createStorePlaces(ground: PlacesGround): StorePlaces {
  const { first, inlining } = ground
  const links = createMachineLinks(ground.open)
  let known: Known | undefined
  let reading: Promise<void> | undefined
  let retryAt = 0
  let age = 0

  const read = async (): Promise<void> => {
    const begun = age
    retryAt = Date.now() + PAUSE
    await inlining.ready()
    const map = await readShardMap(first.system)
    if (begun === age) known = map && { map, stores: new Map(), statements: new Map() }
  }
  const readMap = async (): Promise<void> => {
    if (!reading && Date.now() < retryAt) return
    reading ??= read()
      // The first machine is away: whoever asks goes there, and is told.
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    await reading
  }
  const lookUp = ({ map, stores }: Known, store: number): void => {
    if (stores.size > MOST_STORES) stores.clear()
    stores.set(store, -1)
    first.system
      .query<{ id: string }>(map.lookUp, [store])
      .then(({ rows }) => stores.set(store, Number(rows[0]?.id)))
      .catch(() => stores.delete(store))
  }
  const splitOf = (text: string, { map, statements }: Known): Split => {
    const found = statements.get(text)
    if (found) return found
    const statement = shardStatement(inlining.withFunctions(text), table => map.whereabouts(table))
    const split = { statement, named: new Map<Shard, string>() }
    if (statements.size > MOST_STATEMENTS) statements.clear()
    statements.set(text, split)
    return split
  }
  const placeAt = (shard: Shard, link: MachineLink, database: ServerDatabase, now: Known): StorePlace => ({
    database,
    shard,
    statement: text => namedAt(splitOf(text, now), shard),
    away: link.away,
    changed: () => {
      database.tablesChanged()
      age++
      known = undefined
    },
    refused: (text, error) => {
      now.statements.set(text, { statement: undefined, named: new Map() })
      ground.refused?.(error, text)
    },
  })
  const reachableAt = async <R extends object>(
    shards: readonly [Shard, ...Shard[]],
    split: Split,
    params: readonly unknown[],
  ): Promise<R[]> => {
    const database = await links.of(shards[0].machine).answeringSoon()
    if (!database) return []
    const parts = shards.map(shard => namedAt(split, shard))
    if (parts.includes(undefined)) throw new Error('The statement is not one for the machines of the stores')
    return (await database.system.query<R>(parts.map(part => `(${part})`).join(' UNION ALL '), params, '')).rows
  }

  return {
    of: store => {
      if (!known) {
        void readMap()
        return undefined
      }
      const id = known.stores.get(store)
      if (id === undefined) lookUp(known, store)
      const shard = id === undefined ? undefined : known.map.shard(id)
      if (!shard) return undefined
      const link = links.of(shard.machine)
      const database = link.answering()
      return database && placeAt(shard, link, database, known)
    },
    reachable: async <R extends object>(text: string, params: readonly unknown[] = []) => {
      if (!known) await readMap()
      if (!known) throw new Error('Which machine has which stores is not known')
      const split = splitOf(text, known)
      const found = await Promise.all(known.map.byMachine.map(shards => reachableAt<R>(shards, split, params)))
      return found.flat()
    },
    forget: () => {
      age++
      known = undefined
      retryAt = 0
      links.forget()
    },
    figures: links.figures,
    close: async () => {
      retryAt = Number.POSITIVE_INFINITY
      await links.close()
    },
  }
}

function namedAt({ statement, named }: Split, shard: Shard): string | undefined {
  const made = named.get(shard)
  if (made !== undefined || !statement || statement.tables.some(table => table && !shard.nameOf(table))) return made
  const text = namedStatement(statement, table => shard.nameOf(table) ?? '')
  named.set(shard, text)
  return text
}
