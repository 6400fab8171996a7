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

/** The map of shards, as long as it holds. */
export interface RememberedShards {
  /** Undefined while it is read, which begins with the first question. */
  now(): KnownShards | undefined
  /** Waits until it is read; undefined where the first machine does not tell. */
  soon(): Promise<KnownShards | undefined>
  /**
   * It does not hold any more: `known`, as long as it is what is remembered, else whatever is. A statement that did not find its tables is
   * the first machine's if it does not find them by what is read anew either.
   */
  forget(known?: KnownShards, text?: string): void
  close(): void
}

/** Milliseconds between two readings. */
const PAUSE = 1_000
/** Milliseconds until it is read anew in any case: machines are added, shards are split. */
const LIFE = 300_000
const MOST_STORES = 20_000
const MOST_STATEMENTS = 2_000

/** Reads from the first machine, as the tables' owner, which machine has which stores. */
export function rememberShards(q: ServerDatabase['system'], inlining: Inlining): RememberedShards {
  let known: KnownShards | undefined
  let reading: Promise<void> | undefined
  let retryAt = 0
  let readAt = 0
  let age = 0
  const lost = new Set<string>()
  const read = async (): Promise<void> => {
    const begun = age
    retryAt = Date.now() + PAUSE
    await inlining.ready()
    const map = await readShardMap(q)
    if (begun !== age) return
    readAt = Date.now()
    known = map && knownShards(map, q, inlining, outdated => forget(outdated))
  }
  const readAgain = (): Promise<void> => {
    reading ??= read()
      // The first machine is away: whoever asks goes there, and is told.
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const isDue = (): boolean => Date.now() >= retryAt && (!known || Date.now() - readAt > LIFE)
  const forget: RememberedShards['forget'] = (old, text) => {
    if (old && old !== known) return
    if (old && text !== undefined && lost.has(text)) {
      old.leave(text)
      return
    }
    if (!old) {
      lost.clear()
      retryAt = 0
    } else if (text !== undefined && lost.size < MOST_STATEMENTS) lost.add(text)
    age++
    known = undefined
  }
  return {
    now: () => {
      if (isDue()) void readAgain()
      return known
    },
    soon: async () => {
      if (!known && (reading || isDue())) await readAgain()
      return known
    },
    forget,
    close: () => {
      retryAt = Number.POSITIVE_INFINITY
    },
  }
}

function knownShards(
  map: ShardMap,
  q: ServerDatabase['system'],
  inlining: Inlining,
  outdated: (known: KnownShards) => void,
): KnownShards {
  /** Number of each store's shard; -1 while it is looked up. */
  const stores = new Map<number, number>()
  const statements = new Map<string, ShardStatement | undefined>()
  const keep = (text: string, statement: ShardStatement | undefined): ShardStatement | undefined => {
    if (statements.size > MOST_STATEMENTS) statements.clear()
    statements.set(text, statement)
    return statement
  }
  const lookUp = async (store: number): Promise<void> => {
    if (stores.size > MOST_STORES) stores.clear()
    stores.set(store, -1)
    const { rows } = await q.query<{ id: string }>(map.lookUp, [store])
    const id = Number(rows[0]?.id)
    stores.set(store, id)
    // The shard was made after the map was read.
    if (!map.shard(id)) outdated(known)
  }
  const known: KnownShards = {
    byMachine: map.byMachine,
    shardOf: store => {
      const id = stores.get(store)
      if (id === undefined) lookUp(store).catch(() => stores.delete(store))
      return id === undefined ? undefined : map.shard(id)
    },
    statementAt: (text, shard) => {
      const taken = statements.has(text)
        ? statements.get(text)
        : keep(text, shardStatement(inlining.withFunctions(text), map.whereabouts))
      if (!taken || taken.tables.some(table => table && !shard.nameOf(table))) return undefined
      return namedStatement(taken, table => shard.nameOf(table) ?? '')
    },
    leave: text => void keep(text, undefined),
  }
  return known
}
