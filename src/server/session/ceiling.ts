import type { CeilingName, Limits } from '../../model/access/limits.ts'
import type { Queries } from '../database/queries.ts'
import { secretsOfInstallation } from '../database/secret.ts'
import { ApiError } from '../error.ts'
import { countInWindow, uncountInWindow } from '../operations/countInWindow.ts'
import type { Service } from '../service.ts'
import { isWorkProved, proofChallenge } from './proofOfWork.ts'

const keyOf = (purpose: CeilingName): string => `everybody ${purpose}`

/**
 * Counts an attempt among those of everybody, and refuses it (429, with the seconds until the window ends) once there were more than the definitions
 * say: many networks together are no better than one. `isExempt` is asked only then.
 */
export async function admitBelowCeiling(
  q: Queries,
  { ceilings }: Limits,
  purpose: CeilingName,
  isExempt: () => Promise<boolean>,
): Promise<void> {
  const ceiling = ceilings[purpose]
  if (!ceiling) return
  const { current, ttl } = await countInWindow(q, keyOf(purpose), ceiling.seconds * 1000)
  if (current <= ceiling.most || (await isExempt())) return
  throw new ApiError(429, 'ceiling-reached', { seconds: Math.max(1, Math.ceil(ttl / 1000)) })
}

/**
 * Asks for a proof of work (428, with the challenge in `proof`) where everybody together tried more often than the definitions let go without one.
 * Nothing of the attempt is counted then.
 */
export async function demandWork(
  { database, model, dataDir }: Pick<Service, 'database' | 'model' | 'dataDir'>,
  purpose: CeilingName,
  proof: string | undefined,
): Promise<void> {
  const above = model().limits.ceilings[purpose]?.proofAbove
  if (above === undefined) return
  const q = database.system
  const { rows } = await q.query<{ count: number }>('SELECT count FROM system.rate_counts WHERE key = $1 AND "endsAt" > now()', [
    keyOf(purpose),
  ])
  if ((rows[0]?.count ?? 0) < above) return
  const secrets = secretsOfInstallation(dataDir)
  if (await isWorkProved(q, secrets, purpose, proof)) return
  throw new ApiError(428, 'proof-required', {}, [], { proof: proofChallenge(secrets, purpose) })
}

/** The attempt was somebody's who may: it does not count. */
export const takeBackFromCeiling = async (q: Queries, { ceilings }: Limits, purpose: CeilingName): Promise<void> =>
  ceilings[purpose] && uncountInWindow(q, keyOf(purpose))
