import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from '../../access/requestParts.ts'
import { hashToken } from '../../access/sessions.ts'
import type { Queries } from '../../database/queries.ts'

/** Days for which a device is not asked for the second factor again. */
const days = 30

/** Each person's own: several people work at one device. */
const cookieName = (userId: number): string => `aparelho_${userId}`

/** Remembers this device for somebody. Scripts cannot read its token, and it travels to the login alone. */
export async function trustDevice(q: Queries, userId: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await q.query(
    `INSERT INTO system.trusted_devices (hash, "userId", agent, "expiresAt") VALUES ($1, $2, $3, now() + $4::int * interval '1 day')`,
    [hashToken(token), userId, (request.headers['user-agent'] ?? '').slice(0, 300), days],
  )
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName(userId)}=${token}; Max-Age=${days * 86_400}; Path=/api/users/login; HttpOnly; SameSite=Strict${secure}`,
  )
}

/** Tells whether the request comes from a device that somebody had remembered, since their password was last changed. */
export async function isTrustedDevice(q: Queries, userId: number, request: FastifyRequest): Promise<boolean> {
  const token = cookieOf(request, cookieName(userId))
  if (!token || token.length > 200) return false
  const { rows } = await q.query(
    `SELECT FROM system.trusted_devices d JOIN system.passwords p ON p."userId" = d."userId"
     WHERE d.hash = $1 AND d."userId" = $2 AND d."expiresAt" > now() AND d."createdAt" > p."changedAt"`,
    [hashToken(token), userId],
  )
  return rows.length > 0
}

/** Forgets all devices of somebody. */
export const forgetTrustedDevices = async (q: Queries, userId: number): Promise<void> => {
  await q.query('DELETE FROM system.trusted_devices WHERE "userId" = $1', [userId])
}
