import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Queries } from '../../database/queries.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'
import { countCacheOf } from '../../query/counts/countCache.ts'
import type { Service } from '../../service.ts'
import { forgetCachedStores } from '../../write/storeCache.ts'
import { NO_STORE } from '../../write/unitOfWork.ts'
import { bindToTransaction } from './bindToTransaction.ts'
import { idempotencyKeyOf, requestHash, storeNamedBy } from './idempotencyKey.ts'

/** An answer as it was first given. */
interface Kept {
  readonly request: string
  readonly status: number
  readonly body: string | null
  readonly action: string | null
}

/** A key and the owner of it. */
interface OwnedKey {
  /** The store that the request names: what is kept lies beside its rows. A request that is made again names the same. */
  readonly lojaId: number
  readonly userId: number
  readonly key: string
}

/** How long a duplicate waits for the first call before it is told to come again. */
const PATIENCE = '5s'
/** PostgreSQL: the lock was not given in time. */
const NOT_IN_TIME = '55P03'

interface Asked {
  readonly service: Service
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The owner of the key: keys of two users never meet. */
  user(): Promise<number>
}

/**
 * Answers a writing call once: with the header Idempotency-Key, work and answer are kept in one transaction, and who asks again under
 * the key is given the same answer, whatever happened to the connection or to the server in between. A refusal is not kept, since it
 * changed nothing: asked again, it is worked out anew.
 */
export async function withIdempotency(asked: Asked, answer: (service: Service) => Promise<unknown>): Promise<unknown> {
  const { service, request, reply } = asked
  const key = idempotencyKeyOf(request)
  if (key === undefined) return answer(service)
  const userId = await asked.user()
  const secrets = secretsOfInstallation(service.dataDir)
  const hash = requestHash(request, secrets)
  const owned: OwnedKey = { lojaId: storeNamedBy(request) ?? NO_STORE, userId, key }
  const stores = owned.lojaId === NO_STORE ? [] : [owned.lojaId]
  const outcome = await service.database.write({ stores }, async q => {
    const kept = await take(owned, hash, q).catch((error: unknown) => {
      if (error instanceof ApiError) reply.header('retry-after', 1)
      throw error
    })
    if (kept) return { kept }
    const bound = bindToTransaction(service, q)
    const body = textOf(await answer(bound.service))
    await keep(owned, { status: reply.statusCode, body, action: reply.getHeader('x-action') }, q)
    return { body, bound }
  })
  if ('kept' in outcome)
    return replay(outcome.kept, [hash, ...(secrets.former ? [requestHash(request, secrets.former)] : [])], reply)
  for (const change of outcome.bound.changes) {
    countCacheOf(service).invalidate(change)
    forgetCachedStores(service, change)
    service.publish(change)
  }
  for (const step of outcome.bound.steps) await step()
  return said(outcome.body, reply)
}

/** An answer is made text once, to be kept and to be sent. */
const textOf = (body: unknown): string | null => (body === undefined ? null : JSON.stringify(body))

function said(body: string | null, reply: FastifyReply): string | undefined {
  if (body === null) return undefined
  reply.type('application/json; charset=utf-8')
  return body
}

/** Takes the key for this call, or gives what was kept under it. A call that is at work under the key is waited for. */
async function take({ lojaId, userId, key }: OwnedKey, request: string, q: Queries): Promise<Kept | undefined> {
  try {
    await q.query(`SET LOCAL lock_timeout = '${PATIENCE}'`)
    const { rowCount } = await q.query(
      `INSERT INTO system.idempotency ("lojaId", "userId", key, request, status) VALUES ($4, $1, $2, $3, 0)
       ON CONFLICT ("lojaId", "userId", key) DO UPDATE
        SET request = EXCLUDED.request, status = 0, body = NULL, action = NULL, "createdAt" = EXCLUDED."createdAt"
        WHERE EXCLUDED."createdAt" - idempotency."createdAt" > interval '1 day'`,
      [userId, key, request, lojaId],
    )
    await q.query('SET LOCAL lock_timeout = 0')
    if (rowCount > 0) return undefined
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_IN_TIME) throw new ApiError(409, 'in-progress')
    throw error
  }
  const { rows } = await q.query<Kept>(
    `SELECT request, status, body, action FROM system.idempotency WHERE "lojaId" = $3 AND "userId" = $1 AND key = $2`,
    [userId, key, lojaId],
  )
  return rows[0]
}

async function keep(
  { lojaId, userId, key }: OwnedKey,
  { status, body, action }: { status: number; body: string | null; action: unknown },
  q: Queries,
): Promise<void> {
  await q.query(
    'UPDATE system.idempotency SET status = $3, body = $4, action = $5 WHERE "lojaId" = $6 AND "userId" = $1 AND key = $2',
    [userId, key, status, body, typeof action === 'string' ? action : null, lojaId],
  )
}

/** Under whichever key of the installation it was noted what was asked. */
function replay({ request, status, body, action }: Kept, hashes: readonly string[], reply: FastifyReply): unknown {
  if (!hashes.includes(request)) throw new ApiError(422, 'idempotency-mismatch')
  reply.code(status).header('idempotency-replayed', 'true')
  if (action !== null) reply.header('x-action', action)
  return said(body, reply)
}
