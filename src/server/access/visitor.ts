import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { type Permission, rightsFor } from '../../model/access/gate.ts'
import type { Model, Rights } from '../../model/model.ts'
import type { Caller } from './caller.ts'

/** Somebody without a session passes only the gates that are open to everybody. */
const nothing: Permission = { admin: false, owner: false, logged: false, flags: {}, store: {} }

const known = new WeakMap<Model, Rights>()

/** Returns the rights of somebody without a session. */
export const visitorRights = (model: Model): Rights => memoizeByKey(known, model, () => rightsFor(model, nothing))

/** Somebody without a session: in no store, and user 0 in the history of what they bring about. */
export const visitorOf = (model: Model, requestId: string): Caller => ({
  userId: 0,
  email: '',
  name: '',
  admin: false,
  permission: nothing,
  rights: visitorRights(model),
  storeId: null,
  stores: [],
  zone: 'America/Sao_Paulo',
  requestId,
  session: '',
})
