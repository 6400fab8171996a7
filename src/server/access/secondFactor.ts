import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { remembered } from './remembered.ts'
import type { Store, StoredUser, StoreMembership } from './users.ts'

/** Somebody with what decides whether they are asked for a second factor. */
interface Person {
  readonly user: StoredUser
  readonly links: readonly StoreMembership[]
  readonly stores: ReadonlyMap<number, Store>
}

/** Tells whether somebody has a second factor: an authenticator app or a passkey. */
export const hasSecondFactor = async (q: Queries, userId: number): Promise<boolean> => {
  const { rows } = await q.query<{ yes: boolean }>(
    `SELECT EXISTS (SELECT FROM system.totp_seeds WHERE "userId" = $1) OR EXISTS (SELECT FROM system.passkeys WHERE "userId" = $1) AS yes`,
    [userId],
  )
  return rows[0]?.yes === true
}

/**
 * Tells whether a store asks its owners and administrators for a second factor and this is one of them: owners and the store's administrator user
 * wherever they are, administrators of the platform in that store.
 */
export const isSecondFactorAsked = ({ user, links, stores }: Person, storeId: number | null): boolean => {
  const asks = (id: number): boolean => {
    const store = stores.get(id)
    if (!store?.asksSecondFactor) return false
    const owner = links.some(link => link.storeId === id && link.owner)
    return owner || store.adminUser?.id === user.id || (user.admin && id === storeId)
  }
  return links.some(link => asks(link.storeId)) || (storeId !== null && asks(storeId))
}

/** Holds people to the second factor that their stores ask for. */
export interface SecondFactorGuard {
  lacks(who: Person, storeId: number | null): Promise<boolean>
  /** Refuses who lacks it: 423. */
  demand(who: Person, storeId: number | null): Promise<void>
  forget(): void
}

/** That somebody has a factor is remembered for a moment; who lacks one is about to set it up, and is looked at each time. */
export const createSecondFactorGuard = (q: Queries): SecondFactorGuard => {
  const known = remembered<boolean>('second factors')
  const lacks: SecondFactorGuard['lacks'] = async (who, storeId) => {
    if (!isSecondFactorAsked(who, storeId)) return false
    const key = `${who.user.id}`
    if (await known.get(key, () => hasSecondFactor(q, who.user.id))) return false
    known.drop(key)
    return true
  }
  return {
    lacks,
    demand: async (who, storeId) => {
      if (await lacks(who, storeId)) throw new ApiError(423, 'second-factor.required')
    },
    forget: () => known.clear(),
  }
}
