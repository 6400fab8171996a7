import { createHash } from 'node:crypto'
import type { Queries } from '../access/caller.ts'
import { ApiError } from '../error.ts'

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

/** What people type as an account may be a password: only its hash is kept. */
const accountKey = (account: string): string => `account ${createHash('sha256').update(account).digest('hex')}`

/** A device that signed in to the account before counts by itself: what strangers try elsewhere does not keep it out. */
const keysOf = (account: string, address: string, device?: string): Key[] => [
  { kind: 'account', key: device === undefined ? accountKey(account) : `${accountKey(account)} ${device}` },
  { kind: 'address', key: `address ${address}` },
]

/**
 * Admits an attempt to log in, or refuses it while the account or the address must wait. The attempt counts as a failure from
 * the start, so a thousand at once are no better than one by one; `forgetLoginAttempts` takes it back. Counted in the database, not by
 * @fastify/rate-limit: all servers behind a balancer share the count, it outlives a restart, and waits grow with the failures.
 */
export const admitLogin = async (q: Queries, account: string, address: string, device?: string): Promise<void> => {
  let seconds = 0
  for (const { kind, key } of keysOf(account, address, device)) seconds = Math.max(seconds, await count(q, key, limits[kind]))
  if (seconds > 0) throw new ApiError(429, 'rate-limited', { seconds })
}

/** Counts one more failure; answers how many seconds are still to wait (then nothing is counted). */
const count = async (q: Queries, key: string, limit: Limit): Promise<number> => {
  const { rows } = await q.query<{ wait: number }>(
    `WITH before AS (SELECT "blockedUntil" FROM system.attempts WHERE key = $1 AND "blockedUntil" > now()),
     counted AS (
       INSERT INTO system.attempts AS a (key, failures, "blockedUntil") SELECT $1, 1, now() WHERE NOT EXISTS (SELECT FROM before)
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

/** After a success: the account's failures are forgotten, and of the address only this attempt. */
export const forgetLoginAttempts = async (q: Queries, account: string, address: string, device?: string): Promise<void> => {
  for (const { kind, key } of keysOf(account, address, device)) {
    if (kind === 'account') await q.query('DELETE FROM system.attempts WHERE key = $1', [key])
    else
      await q.query('UPDATE system.attempts SET failures = greatest(failures - 1, 0), "blockedUntil" = now() WHERE key = $1', [
        key,
      ])
  }
}

/** Opens what wrong attempts have closed, for every device: whoever reads the account's mail is its owner. */
export const reopenAccount = async (q: Queries, account: string): Promise<void> => {
  const key = accountKey(account)
  await q.query('DELETE FROM system.attempts WHERE key = $1 OR key LIKE $2', [key, `${key} %`])
}
