import { createHash } from 'node:crypto'
import type { CeilingName } from '../../model/access/limits.ts'
import { networkOf } from '../access/networkOf.ts'
import { findPasswordHash } from '../access/users.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'
import { admitBelowCeiling, demandWork, takeBackFromCeiling } from './ceiling.ts'
import { verifyPassword } from './password.ts'

/** How many failures are free, and how long the wait may grow, in seconds. */
interface Limit {
  readonly free: number
  readonly longest: number
}

const limits = { account: { free: 5, longest: 900 }, address: { free: 30, longest: 900 } } as const satisfies Record<
  string,
  Limit
>

/** Seconds after which failures are forgotten. */
const memory = 3600

type Key = { readonly kind: keyof typeof limits; readonly key: string }

/** An attempt of a visitor: its purpose, and by whom. */
export interface VisitorAttempt {
  /** Purposes are counted apart: resets do not keep anybody from logging in. */
  readonly purpose: CeilingName
  /** The account that is tried; never kept as it is. */
  readonly account: string
  /** Where it comes from: all addresses of a network count as one. */
  readonly address: string
  /** The caller's X-Proof, where the call is one of a browser: see `proofOf`. */
  readonly proof?: string | undefined
  /** The key of a device that signed in to the account before. */
  readonly device?: string | undefined
}

type Context = Pick<Service, 'database' | 'model' | 'dataDir'>

/** Text typed as an account may be a password: only its hash is kept. */
const accountKey = (account: string): string => `account ${createHash('sha256').update(account).digest('hex')}`

/** A device that signed in to the account before counts by itself: what strangers try elsewhere does not keep it out. */
const keysOf = ({ purpose, account, address, device }: VisitorAttempt): Key[] => {
  const prefix = purpose === 'login' ? '' : `${purpose} `
  const key = accountKey(`${prefix}${account}`)
  return [
    { kind: 'account', key: device === undefined ? key : `${key} ${device}` },
    { kind: 'address', key: `address ${prefix}${networkOf(address)}` },
  ]
}

/** Where somebody logged in lately: those are not kept out by what strangers try elsewhere. */
const knownKey = ({ address }: VisitorAttempt): string => `known ${networkOf(address)}`

const isKnown = async (q: Queries, attempt: VisitorAttempt): Promise<boolean> =>
  (await q.query('SELECT FROM system.attempts WHERE key = $1', [knownKey(attempt)])).rowCount > 0

/**
 * Admits an attempt (to log in, to reset a password, to sign up), or refuses it while the account or the network must wait, or everybody because there
 * were too many of all (429). The attempt counts as a failure from the start, so a thousand at once are no better than one by one;
 * `forgetLoginAttempts` takes it back. Counted in the database, not by @fastify/rate-limit: all servers behind a balancer share the count, it outlives
 * a restart, and waits grow with the failures.
 */
export const admitLogin = async (context: Context, attempt: VisitorAttempt): Promise<void> => {
  const { database, model } = context
  const q = database.system
  await demandWork(context, attempt.purpose, attempt.proof)
  let seconds = 0
  for (const { kind, key } of keysOf(attempt)) seconds = Math.max(seconds, await count(q, key, limits[kind]))
  if (seconds > 0) throw new ApiError(429, 'rate-limited', { seconds })
  await admitBelowCeiling(
    q,
    model().limits,
    attempt.purpose,
    async () => attempt.purpose === 'login' && (await isKnown(q, attempt)),
  )
}

/**
 * Counts one more failure; answers how many seconds are still to wait (then nothing is counted). Who need not wait is blocked until long ago, not
 * until now: another attempt may have begun before this one and be counted after it.
 */
const count = async (q: Queries, key: string, limit: Limit): Promise<number> => {
  const { rows } = await q.query<{ wait: number }>(
    `WITH before AS (SELECT "blockedUntil" FROM system.attempts WHERE key = $1 AND "blockedUntil" > now()),
     counted AS (
       INSERT INTO system.attempts AS a (key, failures, "blockedUntil") SELECT $1, 1, to_timestamp(0) WHERE NOT EXISTS (SELECT FROM before)
       ON CONFLICT (key) DO UPDATE SET
         failures = CASE WHEN a."updatedAt" < now() - $4::int * interval '1 second' THEN 1 ELSE a.failures + 1 END,
         "blockedUntil" = CASE WHEN a."updatedAt" >= now() - $4::int * interval '1 second' AND a.failures + 1 >= $2::int
           THEN now() + least(2 ^ least(a.failures + 1 - $2::int, 20), $3::int) * interval '1 second' ELSE a."blockedUntil" END,
         "updatedAt" = now()
       WHERE a."blockedUntil" <= now() RETURNING 1)
     -- Neither blocked before nor counted: another attempt at the same moment was the one too many.
     SELECT coalesce((SELECT ceil(extract(epoch FROM "blockedUntil" - now())) FROM before), CASE WHEN EXISTS (SELECT FROM counted) THEN 0 ELSE 1 END)::int AS wait`,
    [key, limit.free, limit.longest, memory],
  )
  return rows[0]?.wait ?? 0
}

/** After a success: the account's failures are forgotten, and of the network and of everybody only this attempt. */
export const forgetLoginAttempts = async ({ database, model }: Context, attempt: VisitorAttempt): Promise<void> => {
  const q = database.system
  for (const { kind, key } of keysOf(attempt)) {
    if (kind === 'account') await q.query('DELETE FROM system.attempts WHERE key = $1', [key])
    else
      await q.query(
        'UPDATE system.attempts SET failures = greatest(failures - 1, 0), "blockedUntil" = to_timestamp(0) WHERE key = $1',
        [key],
      )
  }
  await takeBackFromCeiling(q, model().limits, attempt.purpose)
  if (attempt.purpose !== 'login') return
  await q.query(
    `INSERT INTO system.attempts AS a (key, failures, "blockedUntil") VALUES ($1, 0, now())
     ON CONFLICT (key) DO UPDATE SET "updatedAt" = now() WHERE a."updatedAt" < now() - interval '1 hour'`,
    [knownKey(attempt)],
  )
}

/**
 * Tells whether this is the password of who is signed in. Wrong ones count as they do at the door: a borrowed session must not find it out.
 * @throws ApiError 429 while person or network must wait
 */
export async function isOwnPassword(context: Context, userId: number, password: string, address: string): Promise<boolean> {
  const attempt = { purpose: 'login', account: `user ${userId}`, address } as const
  await admitLogin(context, attempt)
  const right = await verifyPassword(password, await findPasswordHash(context.database.system, userId))
  if (right) await forgetLoginAttempts(context, attempt)
  return right
}

/** Opens what wrong attempts have closed, for every device: whoever reads the account's mail is its owner. */
export const reopenAccount = async (q: Queries, account: string): Promise<void> => {
  const key = accountKey(account)
  await q.query('DELETE FROM system.attempts WHERE key = $1 OR key LIKE $2', [key, `${key} %`])
}
