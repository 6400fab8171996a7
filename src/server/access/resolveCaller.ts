import type { FastifyRequest } from 'fastify'
import { ApiError } from '../error.ts'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import { queryParametersOf } from './requestParts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once known: for the log. */
    caller?: Caller
  }
}

/** The token as it comes: raw in Authorization; `Bearer` before it does no harm. */
export const tokenOf = (request: FastifyRequest): string => {
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()
  if (token === '' || token.length > 200) throw new ApiError(401, 'unauthenticated')
  return token
}

/** Returns who makes a request, in the store that it is for; without one, in their only store. */
export type CallerResolver = (request: FastifyRequest, storeId: number | undefined) => Promise<Caller>

/** Returns the caller, whatever the store's licence. */
export const resolveCaller =
  (access: Access): CallerResolver =>
  async (request, storeId) => {
    const caller = await access.caller(tokenOf(request), storeId, request.id, request.ip)
    request.caller = caller
    return caller
  }

/** Returns the person who calls, whatever the store's licence; refused to the key of a program: 403 `person-needed`. */
export const resolvePerson = (access: Access): CallerResolver => {
  const calls = resolveCaller(access)
  return async (request, storeId) => {
    const caller = await calls(request, storeId)
    requirePerson(caller)
    return caller
  }
}

/** Refuses the key of a program what only people do: their accounts, keys, what asks for a proof of who they are. */
export function requirePerson({ key }: Pick<Caller, 'key'>): void {
  if (key) throw new ApiError(403, 'person-needed')
}

/** Returns the caller; refused while the store's licence is inactive, or they lack a second factor that it asks for. */
export const resolveLicensedCaller = (access: Access): CallerResolver => {
  const calls = resolveCaller(access)
  return async (request, storeId) => {
    const caller = await calls(request, storeId)
    await access.requireLicence(caller)
    await access.requireSecondFactor(caller)
    return caller
  }
}

/** Returns the caller in the store that the call names; the names given must not contradict each other. */
export function callerFor(
  { resolveCaller, request }: { readonly resolveCaller: CallerResolver; readonly request: FastifyRequest },
  ...named: unknown[]
): Promise<Caller> {
  const stores = new Set(named.filter(store => store !== undefined && store !== null && store !== '').map(storeIdOf))
  if (stores.size > 1) throw new ApiError(400, 'store-mismatch')
  return resolveCaller(request, [...stores][0])
}

function storeIdOf(value: unknown): number {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new ApiError(400, 'store-required')
  return id
}

/** The store named by `lojaId` of the address' query. */
export const storeOfQuery = (request: FastifyRequest): number | undefined => {
  const { lojaId } = queryParametersOf(request)
  if (lojaId === undefined || lojaId === '') return undefined
  const id = Number(lojaId)
  if (!Number.isSafeInteger(id)) throw new ApiError(400, 'bad-request')
  return id
}
