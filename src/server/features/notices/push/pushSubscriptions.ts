import { hash } from 'node:crypto'
import type { Queries } from '../../../database/queries.ts'
import type { Secrets } from '../../../database/secret.ts'
import type { PushTarget } from './encryptPush.ts'

/** The place for which a browser's address and keys are sealed: who has them writes to that person. */
const place = 'system.push_subscriptions.target'

/** Browsers of one person; a further one takes the place of the one that was used longest ago. */
const MOST = 10

/** A browser of somebody who wants to be told there. */
export interface PushSubscription {
  readonly key: string
  readonly target: PushTarget
}

const keyOf = (endpoint: string): string => hash('sha256', endpoint)

/** Keeps a browser as this person's: whoever used it before is told nothing there any more. */
export async function addSubscription(
  q: Queries,
  secrets: Secrets,
  userId: number,
  target: PushTarget,
  agent: string,
): Promise<void> {
  await q.query(
    `INSERT INTO system.push_subscriptions (key, "userId", target, agent) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key) DO UPDATE SET "userId" = EXCLUDED."userId", target = EXCLUDED.target, agent = EXCLUDED.agent, "usedAt" = now()`,
    [keyOf(target.endpoint), userId, secrets.seal(JSON.stringify(target), place), agent.slice(0, 300)],
  )
  await q.query(
    `DELETE FROM system.push_subscriptions WHERE "userId" = $1 AND key NOT IN (
       SELECT key FROM system.push_subscriptions WHERE "userId" = $1 ORDER BY "usedAt" DESC, key LIMIT ${MOST})`,
    [userId],
  )
}

/** Forgets a browser of this person. */
export async function removeSubscription(q: Queries, userId: number, endpoint: string): Promise<void> {
  await q.query('DELETE FROM system.push_subscriptions WHERE key = $1 AND "userId" = $2', [keyOf(endpoint), userId])
}

/** Forgets browsers that are gone. */
export async function dropSubscriptions(q: Queries, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await q.query('DELETE FROM system.push_subscriptions WHERE key = ANY($1::text[])', [keys])
}

/** The browsers of somebody. */
export async function subscriptionsOf(q: Queries, secrets: Secrets, userId: number): Promise<PushSubscription[]> {
  const { rows } = await q.query<{ key: string; target: string }>(
    'SELECT key, target FROM system.push_subscriptions WHERE "userId" = $1 ORDER BY key',
    [userId],
  )
  return rows.map(({ key, target }) => ({ key, target: JSON.parse(secrets.open(target, place)) }))
}
