import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../access/networkOf.ts'
import { cookieOf } from '../access/requestParts.ts'
import { hashToken } from '../access/sessions.ts'
import type { Queries } from '../database/queries.ts'
import { publicAddress } from '../settings.ts'

/** Name of the cookie by which a browser that signed in before is known again; it opens nothing by itself. */
const COOKIE = 'retaguarda-device'
/** Days for which a device that is not used is known. */
const deviceDays = 180

/** A device as a login meets it: what names it, whether this person signed in with it before, and whether they did with any. */
export interface MetDevice {
  /** Hashes by which it is known: of the cookie that it brought, and of its network with its program. */
  readonly keys: readonly string[]
  readonly known: boolean
  readonly hasOthers: boolean
}

/**
 * Recognises the device of a login: by the cookie that a browser got at its first one, or, of programs that keep none, by network and
 * User-Agent. The same work is done for an account that is not there.
 */
export async function meetDevice(q: Queries, userId: number | undefined, request: FastifyRequest): Promise<MetDevice> {
  const cookie = cookieOf(request, COOKIE)
  const keys = [
    hashToken(`place ${networkOf(request.ip)} ${request.headers['user-agent'] ?? ''}`),
    ...(cookie === undefined ? [] : [hashToken(`cookie ${cookie.slice(0, 100)}`)]),
  ]
  const { rows } = await q.query<{ known: boolean; hasOthers: boolean }>(
    `SELECT coalesce(bool_or(key = ANY ($2)), false) AS known, count(*) > 0 AS "hasOthers" FROM system.devices
     WHERE "userId" = $1 AND "usedAt" > now() - $3::int * interval '1 day'`,
    [userId ?? 0, keys, deviceDays],
  )
  return { keys, known: rows[0]?.known === true, hasOthers: rows[0]?.hasOthers === true }
}

/** Remembers the device of a login that succeeded; a browser gets a cookie to be known by. */
export async function rememberDevice(
  q: Queries,
  userId: number,
  { keys }: MetDevice,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const fresh = cookieOf(request, COOKIE) === undefined ? randomBytes(24).toString('base64url') : undefined
  await q.query(
    `INSERT INTO system.devices ("userId", key) SELECT $1, k FROM unnest($2::text[]) k
     ON CONFLICT ("userId", key) DO UPDATE SET "usedAt" = now()`,
    [userId, fresh === undefined ? keys : [...keys, hashToken(`cookie ${fresh}`)]],
  )
  if (fresh === undefined) return
  const secure = publicAddress().startsWith('https:') || request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${COOKIE}=${fresh}; Path=/api; Max-Age=${deviceDays * 86_400}; HttpOnly; SameSite=Strict${secure}`)
}
