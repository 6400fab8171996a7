import type { Permission } from '../../model/access/gate.ts'
import type { Rights } from '../../model/model.ts'

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
  /** Hash of the session's token: names the session without giving it away. */
  readonly session: string
}
