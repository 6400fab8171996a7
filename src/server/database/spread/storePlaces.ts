import type { PoolFigures, ServerDatabase } from '../serverDatabase.ts'
import type { Inlining } from './inlinedFunctions.ts'
import { createMachineLinks, type MachineLink } from './machineLinks.ts'
import { type KnownShards, rememberShards } from './rememberedShards.ts'
import type { Machine, Shard } from './shardMap.ts'

/** The machine of a store, as it can be asked without the first one between. */
export interface StorePlace {
  readonly database: Pick<ServerDatabase, 'read' | 'readSnapshot' | 'connections'>
  readonly shard: Shard
  /** The statement with the names that tables have there; undefined where it is the first machine's. */
  statement(text: string): string | undefined
  /** It could not be reached: the first machine is asked until it can. */
  away(): void
  /** Its rows, or the tables of a statement, are not where they were. */
  changed(text?: string): void
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

/** The sources from which places are known. */
export interface PlacesContext {
  /** The first machine, as the tables' owner. */
  readonly first: Pick<ServerDatabase, 'system'>
  readonly inlining: Inlining
  /** Opens another machine, for reading alone; undefined where it cannot be addressed. */
  open(machine: Machine): ServerDatabase | undefined
  /** Told of a statement that a store's machine should take, and does not. */
  refused?(error: unknown, text: string): void
}

/** Remembers which machine has which stores, and holds connections to them. Nobody waits for what is not known yet. */
export function createStorePlaces({ first, inlining, open, refused }: PlacesContext): StorePlaces {
  const links = createMachineLinks(open)
  const shards = rememberShards(first.system, inlining)
  const placeAt = (known: KnownShards, shard: Shard, link: MachineLink, database: ServerDatabase): StorePlace => ({
    database,
    shard,
    statement: text => known.statementAt(text, shard),
    away: () => {
      link.away()
      // Another machine may have taken its place.
      shards.forget(known)
    },
    changed: text => {
      database.tablesChanged()
      shards.forget(known, text)
    },
    refused: (text, error) => {
      known.leave(text)
      refused?.(error, text)
    },
  })
  return {
    of: store => {
      const known = shards.now()
      const shard = known?.shardOf(store)
      const link = shard && links.of(shard.machine)
      const database = link?.answering()
      return known && shard && link && database && placeAt(known, shard, link, database)
    },
    reachable: async <R extends object>(text: string, params: readonly unknown[] = []) => {
      const known = await shards.soon()
      if (!known) throw new Error('Which machine has which stores is not known')
      const found = await Promise.all(
        known.byMachine.map(async own => {
          const [one] = own
          const database = one && (await links.of(one.machine).answeringSoon())
          const parts = own.map(shard => known.statementAt(text, shard))
          if (parts.includes(undefined)) throw new Error('The statement is not one for the machines of the stores')
          const statement = parts.map(part => `(${part})`).join(' UNION ALL ')
          return database ? (await database.system.query<R>(statement, params, '')).rows : []
        }),
      )
      return found.flat()
    },
    forget: () => {
      shards.forget()
      links.forget()
    },
    figures: links.figures,
    close: async () => {
      shards.close()
      await links.close()
    },
  }
}
