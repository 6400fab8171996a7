import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { QuotaName } from '../../model/access/limits.ts'
import type { Caller } from '../access/caller.ts'
import { type Counter, type QuotaCounter, usedOf } from '../access/quotaCounter.ts'
import type { CallerResolver } from '../access/resolveCaller.ts'
import type { Service } from '../service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The counters of this call. */
    counted?: Counter[]
    /** The room for files that this call found, in bytes. */
    room?: readonly { readonly name: QuotaName; readonly of: Counter['of']; readonly most: number; readonly used: number }[]
  }
}

/** Counts calls: each once for its person and once for its store, however often the caller is resolved. Throws ApiError 429 above a quota. */
export const countCalls =
  (quotas: QuotaCounter | undefined, resolve: CallerResolver): CallerResolver =>
  async (request, storeId) => {
    const caller = await resolve(request, storeId)
    await quotas?.ready()
    if (quotas) count(quotas, request, caller)
    return caller
  }

function count(quotas: QuotaCounter, request: FastifyRequest, caller: Caller): void {
  const counted = request.counted ?? []
  request.counted = counted
  const quota = caller.key ? 'keyCalls' : 'calls'
  for (const whose of ['user', 'store'] as const)
    if (!counted.some(({ name, of }) => name === quota && of === whose)) counted.push(...quotas.spend(quota, caller, 1, whose))
}

/** Counts what a call uses beside itself, and tells it with the reply. Throws ApiError 429 above a quota. */
export function spendBy(request: FastifyRequest, { quotas }: Pick<Service, 'quotas'>, name: QuotaName, caller: Caller): void {
  const counted = quotas?.spend(name, caller) ?? []
  request.counted = [...(request.counted ?? []), ...counted]
}

/** Tells with every counted reply what there is of each quota that it used and how much is left, as draft-ietf-httpapi-ratelimit-headers has it. */
export function tellCounted(app: FastifyInstance): void {
  app.decorateRequest('counted', undefined)
  app.decorateRequest('room', undefined)
  app.addHook('onSend', ({ counted = [], room = [] }, reply, _payload, done) => {
    if (counted.length + room.length > 0) {
      // Room for files has no time in which it comes back.
      const ofRoom = room.map(({ name, of, most }) => `"${name}-${of}";q=${most};qu="content-bytes"`)
      const leftOfRoom = room.map(({ name, of, most, used }) => `"${name}-${of}";r=${Math.max(0, most - used)}`)
      reply.header('ratelimit-policy', [...counted.map(policyOf), ...ofRoom].join(', '))
      reply.header('ratelimit', [...counted.map(leftOf), ...leftOfRoom].join(', '))
    }
    done()
  })
}

const policyOf = ({ name, of, most, seconds }: Counter): string => `"${name}-${of}";q=${most};w=${seconds}`

const leftOf = (counter: Counter): string => {
  const left = Math.max(0, counter.most - usedOf(counter))
  return `"${counter.name}-${counter.of}";r=${left};t=${Math.max(0, Math.ceil((counter.endsAt - Date.now()) / 1000))}`
}
