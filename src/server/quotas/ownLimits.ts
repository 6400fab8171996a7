import type { Logger } from 'pino'
import type { Quota, QuotaName } from '../../model/access/limits.ts'
import type { Model } from '../../model/model.ts'
import type { Counter } from '../access/quotaCounter.ts'
import type { Queries } from '../database/queries.ts'
import { readOwnLimits } from './storeQuotas.ts'

/** How much administrators gave stores in place of what the definitions say, as it was read last. */
export interface OwnLimits {
  /** Returns the limit that the store was given. */
  of(name: QuotaName, store: number): number | undefined
  /** How much there is for one of both; undefined where nothing limits it. */
  mostOf(quota: Quota, name: QuotaName, whose: Counter['of'], store: number | null): number | undefined
  /** Reads it unless it is known. */
  ready(): Promise<void>
  forget(): void
}

export function createOwnLimits({ q, log, model }: { readonly q: Queries; readonly log: Logger; model(): Model }): OwnLimits {
  let known: ReadonlyMap<string, number> = new Map()
  let reading: Promise<void> | undefined
  const forget = (): void => {
    reading = undefined
  }
  const of: OwnLimits['of'] = (name, store) => known.get(`${name} ${store}`)
  return {
    of,
    mostOf(quota, name, whose, store) {
      const own = store === null ? undefined : of(name, store)
      if (whose === 'store') return own ?? quota.store
      // The store's own limit holds for its people, too.
      return quota.user === undefined || own === undefined ? quota.user : Math.max(own, quota.user)
    },
    ready() {
      if (reading) return reading
      const ours = readOwnLimits(model(), q).then(
        found => {
          // A read that began before the last change may end after the one that followed it.
          if (reading === ours) known = found
        },
        (error: unknown) => {
          if (reading === ours) forget()
          log.warn({ err: error }, 'quotas of stores not read')
        },
      )
      reading = ours
      return ours
    },
    forget,
  }
}
