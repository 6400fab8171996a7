import type { ServerDatabase } from '../serverDatabase.ts'
import type { Inlining } from './inlinedFunctions.ts'
import { readShardMap, type Shard, type ShardMap } from './shardMap.ts'
import { namedStatement, type ShardStatement, shardStatement } from './shardStatement.ts'

/** Which stores are where, and statements as the shards take them. */
export interface KnownShards {
  readonly byMachine: ShardMap['byMachine']
  /** The shard of a store; undefined while it is looked up, which begins with the first question. */
  shardOf(store: number): Shard | undefined
  /** A statement with the names that tables have in a shard; undefined where it is the first machine's. */
  statementAt(text: string, shard: Shard): string | undefined
  /** The statement is the first machine's from now on. */
  leave(text: string): void
}

/** What is known, as long as it holds. */
export interface RememberedShards {
  /** Undefined while it is read, which begins with the first question. */
  now(): KnownShards | undefined
  /** Waits until it is read; undefined where the first machine does not tell. */
  soon(): Promise<KnownShards | undefined>
  /** It does not hold any more. `atOnce`: it may be read again without a pause. */
  forget(atOnce: boolean): void
  close(): void
}

/** Milliseconds between two readings. */
const PAUSE = 1_000
const MOST_STORES = 20_000
const MOST_STATEMENTS = 2_000

/** Reads from the first machine, as the tables' owner, which machine has which stores. */
export function rememberShards(q: ServerDatabase['system'], inlining: Inlining): RememberedShards {
  let known: KnownShards | undefined
  let reading: Promise<void> | undefined
  let retryAt = 0
  let age = 0
  const read = async (): Promise<void> => {
    const begun = age
    retryAt = Date.now() + PAUSE
    await inlining.ready()
    const map = await readShardMap(q)
    if (begun === age) known = map && knownShards(map, q, inlining)
  }
  const soon = async (): Promise<KnownShards | undefined> => {
    if (known || (!reading && Date.now() < retryAt)) return known
    reading ??= read()
      // The first machine is away: whoever asks goes there, and is told.
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    await reading
    return known
  }
  return {
    now: () => {
      if (!known) void soon()
      return known
    },
    soon,
    forget: atOnce => {
      age++
      known = undefined
      if (atOnce) retryAt = 0
    },
    close: () => {
      retryAt = Number.POSITIVE_INFINITY
    },
  }
}

/** A statement, and what it is for each shard that was asked. */
interface Split {
  readonly statement: ShardStatement | undefined
  readonly named: Map<Shard, string>
}

function knownShards(map: ShardMap, q: ServerDatabase['system'], inlining: Inlining): KnownShards {
  /** Number of each store's shard; -1 while it is looked up. */
  const stores = new Map<number, number>()
  const statements = new Map<string, Split>()
  const keep = (text: string, statement: ShardStatement | undefined): Split => {
    const split = { statement, named: new Map<Shard, string>() }
    if (statements.size > MOST_STATEMENTS) statements.clear()
    statements.set(text, split)
    return split
  }
  const lookUp = (store: number): void => {
    if (stores.size > MOST_STORES) stores.clear()
    stores.set(store, -1)
    q.query<{ id: string }>(map.lookUp, [store])
      .then(({ rows }) => stores.set(store, Number(rows[0]?.id)))
      .catch(() => stores.delete(store))
  }
  return {
    byMachine: map.byMachine,
    shardOf: store => {
      const id = stores.get(store)
      if (id === undefined) lookUp(store)
      return id === undefined ? undefined : map.shard(id)
    },
    statementAt: (text, shard) => {
      const split = statements.get(text) ?? keep(text, shardStatement(inlining.withFunctions(text), map.whereabouts))
      return namedAt(split, shard)
    },
    leave: text => void keep(text, undefined),
  }
}

function namedAt({ statement, named }: Split, shard: Shard): string | undefined {
  const made = named.get(shard)
  if (made !== undefined || !statement || statement.tables.some(table => table && !shard.nameOf(table))) return made
  const text = namedStatement(statement, table => shard.nameOf(table) ?? '')
  named.set(shard, text)
  return text
}
