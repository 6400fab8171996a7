import { gateAllows, type Permission, rightsFor } from '../../model/access/gate.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { type ApiKey, authorOfKey, comesFrom, findKey } from './apiKeys.ts'
import { type AccessProfile, type Caller, permissionOf } from './caller.ts'
import { remembered } from './remembered.ts'
import { hashToken } from './sessions.ts'
import type { StoreFields } from './storeFields.ts'

type KeyCaller = Omit<Caller, 'requestId'>

/** Answers which caller the key of a program is. */
interface KeyCallers {
  /** 401 for a key that is unknown, revoked or over, 403 from an address that it does not name, and for a store that it is not for. */
  caller(token: string, asked: number | undefined, address: string): Promise<KeyCaller>
  /** 401 for a key that is unknown, revoked or over. */
  demandKnown(token: string): Promise<unknown>
  /** Drops what is remembered of the key with this hash, or of all. */
  forget(hash?: string): void
}

/** Finds callers by keys, remembering them for a moment as those of sessions. `person`: somebody with all of their stores. */
export function createKeyCallers(
  q: Queries,
  model: () => Model,
  person: (userId: number, storeId?: number) => Promise<AccessProfile>,
  fields: Pick<StoreFields, 'of'>,
): KeyCallers {
  const keys = remembered<ApiKey | undefined>('keys')
  const callers = remembered<KeyCaller>('callers with keys')
  const known = async (token: string): Promise<ApiKey> => {
    const hash = hashToken(token)
    const key = await keys.get(hash, () => findKey(q, model(), token))
    if (key && (key.until === undefined || key.until > Date.now())) return key
    keys.drop(hash)
    throw new ApiError(401, 'unauthenticated')
  }
  return {
    demandKnown: known,
    async caller(token, asked, address) {
      const hash = hashToken(token)
      const key = await known(token)
      if (!comesFrom(key, address)) throw new ApiError(403, 'api-key.address')
      return callers.get(`${hash} ${asked ?? ''} ${model().hash}`, async () => {
        const caller = callerOfKey(model(), key, hash, await person(key.giverId, key.company ? asked : key.storeId), asked)
        const own = await fields.of(caller.storeId)
        return own ? { ...caller, fields: own } : caller
      })
    },
    forget(hash) {
      if (hash === undefined) keys.clear()
      else keys.drop(hash)
      callers.clear()
    },
  }
}

/** The caller that a key is: of the stores of its giver that it is for, with what both may do there, and never an owner. */
function callerOfKey(model: Model, key: ApiKey, session: string, giver: AccessProfile, asked: number | undefined): KeyCaller {
  const owned = giver.links.filter(({ owner }) => owner).map(({ storeId }) => storeId)
  const wanted = new Set([key.storeId, ...(key.company ? owned : [])])
  const stores = new Map([...giver.stores].filter(([id]) => wanted.has(id)))
  const storeId = asked ?? (stores.has(key.storeId) ? key.storeId : null)
  if (storeId === null || !stores.has(storeId)) throw new ApiError(403, 'store-forbidden')
  const giverMay = permissionOf(model, giver, storeId)
  const flags = Object.fromEntries(
    model.flags.map(({ name }) => [name, key.row[name] === true && gateAllows(name, giverMay)] as const),
  )
  const may: Permission = { admin: false, owner: false, logged: true, flags, store: giverMay.store }
  return {
    userId: authorOfKey(key.id),
    email: '',
    name: key.name,
    admin: false,
    permission: may,
    rights: rightsFor(model, may),
    storeId,
    stores: [...stores.keys()],
    zone: stores.get(storeId)?.zone ?? 'America/Sao_Paulo',
    session,
    key: {
      name: key.name,
      giverId: key.giverId,
      ...(key.callsPerMinute === undefined ? {} : { callsPerMinute: key.callsPerMinute }),
    },
  }
}
