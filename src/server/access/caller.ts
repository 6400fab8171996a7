import { type Permission, rightsFor } from '../../model/access/gate.ts'
import type { Model, Rights } from '../../model/model.ts'
import type { StoreField } from '../../model/own/storeField.ts'
import type { Store, StoredUser, StoreMembership } from './users.ts'

/** The person whom records name for what a caller does: of a key whoever made it. Its history has the key's own name. */
export const personOf = ({ userId, key }: Pick<Caller, 'userId' | 'key'>): number => key?.giverId ?? userId

/** A key of a program. */
export interface CallerKey {
  readonly name: string
  /** The person who made it: it never does more than they may. */
  readonly giverId: number
  readonly callsPerMinute?: number
}

/** The user who makes a request, in which store, and what they may do there: everything that access needs to know about a request. */
export interface Caller {
  readonly userId: number
  readonly email: string
  readonly name: string
  /** Platform administrator: reaches every store. */
  readonly admin: boolean
  readonly permission: Permission
  /** Every gate of the Model, answered for this caller in this store. */
  readonly rights: Rights
  /** The store the call is for; null when the call concerns none. */
  readonly storeId: number | null
  /** Stores the caller may reach; an administrator's list is that of all stores. */
  readonly stores: readonly number[]
  /** Time zone of the store. */
  readonly zone: string
  readonly requestId: string
  /** The key of a program that makes the request; its author (`userId`) is minus its number. Absent where a person does. */
  readonly key?: CallerKey
  /** The names and initial values that the store gave fields; absent where it gave none. */
  readonly fields?: readonly StoreField[]
  /** Hash of the session's token: names the session without giving it away. */
  readonly session: string
}

/** The caller in their own stores, before whom every gate is open. */
export function withAllRights(model: Model, caller: Caller): Caller {
  const permission = { ...caller.permission, admin: true, owner: true, logged: true }
  return { ...caller, permission, rights: rightsFor(model, permission) }
}

/** A signed-in user with everything that decides what they may do. */
export interface AccessProfile {
  readonly user: StoredUser
  readonly links: readonly StoreMembership[]
  /** Stores that the user may enter, by id. */
  readonly stores: ReadonlyMap<number, Store>
  /** The store that calls without one mean where there are several. */
  readonly defaultStore?: number | undefined
  /** Why these are not all of them: a machine is away. */
  readonly failure?: unknown
}

/** The facts that decide somebody's permission: who they are, and what they are in which stores. */
interface KnownPlaces {
  readonly links: readonly StoreMembership[]
  /** Stores that they may enter, by id. */
  readonly stores: ReadonlyMap<number, Store>
  readonly user: Pick<StoredUser, 'admin'>
}

/** In no store in particular one may do what one may in any: only registers without a store are reached so. */
export const permissionOf = (model: Model, who: KnownPlaces, storeId: number | null): Permission => {
  const links = who.links.filter(link => storeId === null || link.storeId === storeId)
  const stores = storeId === null ? [...who.stores.values()] : [who.stores.get(storeId)]
  return {
    admin: who.user.admin,
    owner: links.some(link => link.owner),
    logged: true,
    flags: Object.fromEntries(model.flags.map(flag => [flag.name, links.some(link => link.row[flag.name] === true)])),
    store: Object.fromEntries(model.features.map(feature => [feature, stores.some(store => store?.row[feature] === true)])),
  }
}
