import { type Permission, rightsFor } from '../../model/access/gate.ts'
import type { RegisterRole } from '../../model/access/registerRole.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { isMachineAway } from '../databaseAway.ts'
import { ApiError } from '../error.ts'
import { isKeyText } from './apiKeys.ts'
import { type AccessProfile, type Caller, permissionOf } from './caller.ts'
import { findDefaultStore } from './defaultStore.ts'
import { createKeyCallers } from './keyCallers.ts'
import type { RegisterChange } from './registerChange.ts'
import { remembered } from './remembered.ts'
import { createSecondFactorGuard } from './secondFactor.ts'
import { findSession, hashToken, type StoredSession } from './sessions.ts'
import { createStoreFields } from './storeFields.ts'
import {
  findMemberships,
  findReachableMemberships,
  findStores,
  findUser,
  isStoreActive,
  type Store,
  type StoredUser,
  type StoreMembership,
} from './users.ts'

export interface Access {
  /** The session of a token; 401 when there is none, 403 for the key of a program. */
  session(token: string): Promise<StoredSession>
  /** Refuses a token that is neither of a session nor the key of a program: 401. */
  demandKnown(token: string): Promise<unknown>
  /**
   * Somebody with all of their stores. While a machine of several is away, what they are in the store of the call, which its machine tells, or
   * in the stores of the machines that answer.
   */
  person(userId: number, storeId?: number): Promise<AccessProfile>
  /** Returns the caller in the store that was asked for. 403 when the store is not theirs, or a key may not be used from the address. */
  caller(token: string, asked: number | undefined, requestId: string, address?: string): Promise<Caller>
  /** Refuses a caller whose store's licence is inactive: 423. */
  requireLicence(caller: Caller): Promise<void>
  /** Tells whether somebody lacks a second factor that a store asks of them. */
  lacksSecondFactor(who: AccessProfile, storeId: number | null): Promise<boolean>
  /** Refuses a caller who lacks a second factor that a store asks of them: 423. */
  requireSecondFactor(caller: Pick<Caller, 'userId' | 'storeId' | 'key'>): Promise<void>
  permission(person: AccessProfile, storeId: number | null): Permission
  /** Drops what was remembered and may be wrong now. */
  forget(change?: RegisterChange): void
  forgetSession(token: string): void
  /** Anything that was remembered may be wrong now. */
  forgetAll(): void
}

const decidingRoles: readonly RegisterRole[] = ['users', 'memberships', 'store', 'apiKeys']

/** Tells whether rows of this register decide access, be it through a view of them. */
const decidesAccess = (model: Model, name: string): boolean => {
  const decisive = decidingRoles.map(role => registerOfRole(model, role)?.name)
  return decisive.includes(name) || decisive.includes(model.registers[name]?.from?.register)
}

/** Answers who calls and what they may do, remembering it for a moment: every call asks. */
export const createAccess = (q: Queries, model: () => Model): Access => {
  const sessions = remembered<StoredSession | undefined>('sessions')
  const people = remembered<AccessProfile>('people')
  const callers = remembered<Omit<Caller, 'requestId'>>('callers')
  const factors = createSecondFactorGuard(q)
  const fields = createStoreFields(q, model)

  const session = async (token: string): Promise<StoredSession> => {
    if (isKeyText(token)) throw new ApiError(403, 'person-needed')
    const hash = hashToken(token)
    const found = await sessions.get(hash, () => findSession(q, token))
    if (!found) {
      sessions.drop(hash)
      throw new ApiError(401, 'unauthenticated')
    }
    return found
  }
  const person = (userId: number, storeId?: number): Promise<AccessProfile> =>
    people
      .get(`${userId}`, () => loadPerson(q, model(), userId))
      .catch((error: unknown) => {
        if (!isMachineAway(q, error)) throw error
        if (storeId === undefined) return people.get(`${userId} reachable`, () => loadReachable(q, model(), userId, error))
        return people.get(`${userId} ${storeId}`, () => loadPerson(q, model(), userId, storeId))
      })

  const keys = createKeyCallers(q, model, person, fields)

  const forgetCallers = (): void => {
    keys.forget()
    callers.clear()
  }
  const forgetPeople = (): void => {
    forgetCallers()
    people.clear()
    factors.forget()
  }

  const caller = async (token: string, asked: number | undefined, requestId: string, address = ''): Promise<Caller> => {
    if (isKeyText(token)) return { ...(await keys.caller(token, asked, address)), requestId }
    const { userId, token: hash } = await session(token)
    const known = await callers.get(`${hash} ${asked ?? ''} ${model().hash}`, async () => {
      const who = await person(userId, asked)
      // Which store such a call means is not known: it is not written into another one.
      if (asked === undefined && who.failure !== undefined) throw who.failure
      const storeId = chosenStore(who, asked)
      return withFields(callerOf(model(), who, storeId, hash), await fields.of(storeId))
    })
    return { ...known, requestId }
  }

  return {
    session,
    demandKnown: token => (isKeyText(token) ? keys.demandKnown(token) : session(token)),
    person,
    caller,
    permission: (who, storeId) => permissionOf(model(), who, storeId),
    lacksSecondFactor: factors.lacks,
    // It was asked of the person who made a key.
    requireSecondFactor: async ({ userId, storeId, key }) =>
      key ? undefined : factors.demand(await person(userId, storeId ?? undefined), storeId),
    requireLicence: caller => requireLicence(caller, person),
    forget: change => {
      const isOther = fields.forget(change)
      if (!change || decidesAccess(model(), change.register)) forgetPeople()
      else if (isOther) forgetCallers()
    },
    forgetSession: hash => {
      sessions.drop(hash)
      keys.forget(hash)
      callers.clear()
    },
    forgetAll: () => {
      sessions.clear()
      fields.forget()
      forgetPeople()
    },
  }
}

/** The caller with what the store set for itself. */
const withFields = <C extends object>(caller: C, fields: Caller['fields']): C & Pick<Caller, 'fields'> =>
  fields ? { ...caller, fields } : caller

/** The caller that a person is in a store. */
function callerOf(model: Model, who: AccessProfile, storeId: number | null, session: string): Omit<Caller, 'requestId'> {
  const may = permissionOf(model, who, storeId)
  return {
    userId: who.user.id,
    email: who.user.email,
    name: who.user.nome || who.user.email,
    admin: who.user.admin,
    permission: may,
    rights: rightsFor(model, may),
    storeId,
    stores: [...who.stores.keys()],
    zone: who.stores.get(storeId ?? -1)?.zone ?? 'America/Sao_Paulo',
    session,
  }
}

/** While one of the stores of a call is active, it goes on. */
async function requireLicence({ userId, admin, storeId, stores, key }: Caller, person: Access['person']): Promise<void> {
  if (admin || stores.length === 0) return
  const who = await person(key?.giverId ?? userId, storeId ?? undefined)
  const concerned = storeId === null ? stores : [storeId]
  if (concerned.every(id => !licensed(who.stores.get(id)))) throw new ApiError(423, 'licence-inactive')
}

const licensed = (store: Store | undefined): boolean => store === undefined || isStoreActive(store)

const loadPerson = (q: Queries, model: Model, userId: number, storeId?: number): Promise<AccessProfile> =>
  profileOf(q, model, userId, () => findMemberships(q, model, userId, storeId))

/** Somebody in the stores of the machines that answer. Who has none there is told of the failure: they are no stranger. */
const loadReachable = async (q: Queries, model: Model, userId: number, failure: unknown): Promise<AccessProfile> => ({
  ...(await profileOf(q, model, userId, async ({ admin }) => {
    const links = await findReachableMemberships(q, model, userId)
    if (!links || (links.length === 0 && !admin)) throw failure
    return links
  })),
  failure,
})

async function profileOf(
  q: Queries,
  model: Model,
  userId: number,
  find: (user: StoredUser) => Promise<readonly StoreMembership[]>,
): Promise<AccessProfile> {
  const user = await findUser(q, model, userId)
  // The session, if any, ends here.
  if (!user || user.shutOut) throw new ApiError(401, 'unauthenticated')
  const links = await find(user)
  const stores = await findStores(q, model, user.admin ? 'all' : links.map(link => link.storeId))
  const defaultStore = links.length > 1 && !user.admin ? await findDefaultStore(q, userId) : undefined
  return { user, links, stores: new Map(stores.map(store => [store.id, store])), defaultStore }
}

/** The store asked for, else the only one, else the one that was the only one once. History of what belongs to no store stands under 0, for administrators. */
const chosenStore = (who: AccessProfile, asked: number | undefined): number | null => {
  const { stores, defaultStore } = who
  if (asked === undefined) {
    if (stores.size === 1) return [...stores.keys()][0] ?? null
    return defaultStore !== undefined && stores.has(defaultStore) ? defaultStore : null
  }
  if (stores.has(asked) || (who.user.admin && asked === 0)) return asked
  throw new ApiError(403, 'store-forbidden')
}
