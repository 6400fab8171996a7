import type { QuotaName } from '../../model/access/limits.ts'

/** The use of one quota in one window of time, kept in memory. */
export interface Counter {
  readonly name: QuotaName
  /** Whether of the store or of the person. */
  readonly of: 'store' | 'user'
  readonly id: number
  readonly window: number
  /** How long a window is. */
  readonly seconds: number
  /** When the window is over, in milliseconds since 1970. */
  readonly endsAt: number
  /** How much there is of it. */
  readonly most: number
  /** Used through this server, of that what the others were told, and what was used through them. */
  own: number
  sent: number
  others: number
}

/** The user, and the store, whose quotas a call uses up. */
export interface Spender {
  readonly userId: number
  readonly storeId: number | null
  /** The clock by which they are told when it begins anew. */
  readonly zone: string
  /** The key of a program that calls, whose calls have a quota of their own. */
  readonly key?: { readonly callsPerMinute?: number }
}

/** Counts what stores and their people use, and refuses what is above a quota. */
export interface QuotaCounter {
  /** Reads what administrators gave stores, where it changed: what is counted afterwards knows it. */
  ready(): Promise<void>
  /** Counts so much more; throws ApiError 429 where the person or the store has used up what there is. `of` counts one of both. */
  spend(name: QuotaName, who: Spender, amount?: number, of?: Counter['of']): readonly Counter[]
  /** How much of something a store, or one of its people, has: what administrators gave it, else what the definitions say; undefined where nothing limits it. */
  limitOf(name: QuotaName, whose: Counter['of'], storeId: number): Promise<number | undefined>
  /** Names of a store's files that its records or their history name. */
  savedFiles(storeId: number): Promise<readonly string[]>
  /** Tells the list of administrators how much there is by now of what is not counted in time. */
  note(name: QuotaName, storeId: number, used: number): void
  /** Drops remembered limits: administrators changed those of stores. */
  forget(): void
  /** Tells the other servers what was used here, and hears of them. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** How much was used of it, through all servers. */
export const usedOf = ({ own, others }: Pick<Counter, 'own' | 'others'>): number => own + others
