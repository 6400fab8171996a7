import type { Queries } from '../../database/queries.ts'

/** The factors of somebody beside passkeys. */
export interface FactorState {
  /** Since when an authenticator app gives codes. */
  readonly totpSince: Date | string | null
  /** Recovery codes that are left. */
  readonly codes: number
  /** Devices that are not asked again for a while. */
  readonly devices: number
}

export async function findFactorState(q: Queries, userId: number): Promise<FactorState> {
  const { rows } = await q.query<FactorState>(
    `SELECT (SELECT "createdAt" FROM system.totp_seeds WHERE "userId" = $1) AS "totpSince",
       (SELECT count(*)::int FROM system.recovery_codes WHERE "userId" = $1) AS codes,
       (SELECT count(*)::int FROM system.trusted_devices d JOIN system.passwords p ON p."userId" = d."userId"
        WHERE d."userId" = $1 AND d."expiresAt" > now() AND d."createdAt" > p."changedAt") AS devices`,
    [userId],
  )
  return rows[0] ?? { totpSince: null, codes: 0, devices: 0 }
}

/** Keeps the sealed key of an authenticator app, in place of one before it; the code that proved it is used up. */
export const keepSeed = async (q: Queries, userId: number, seed: string, step: number): Promise<void> => {
  await q.query(
    `INSERT INTO system.totp_seeds ("userId", seed, "lastStep") VALUES ($1, $2, $3)
     ON CONFLICT ("userId") DO UPDATE SET seed = EXCLUDED.seed, "lastStep" = EXCLUDED."lastStep", "createdAt" = now()`,
    [userId, seed, step],
  )
}

/** Takes the authenticator app away; false where there is none. */
export async function removeTotp(q: Queries, userId: number): Promise<boolean> {
  const { rowCount } = await q.query('DELETE FROM system.totp_seeds WHERE "userId" = $1', [userId])
  if (rowCount > 0) await forgetWhatDependsOn(q, userId)
  return rowCount > 0
}

/** Takes a passkey away; false where it is none of theirs. */
export async function removePasskey(q: Queries, userId: number, id: string): Promise<boolean> {
  const { rowCount } = await q.query('DELETE FROM system.passkeys WHERE "userId" = $1 AND id = $2', [userId, id])
  if (rowCount > 0) await forgetWhatDependsOn(q, userId)
  return rowCount > 0
}

/** Takes everything away from somebody who lost it, as who runs the installation may; false where there was no factor. */
export async function removeAllFactors(q: Queries, userId: number): Promise<boolean> {
  const { rowCount: seeds } = await q.query('DELETE FROM system.totp_seeds WHERE "userId" = $1', [userId])
  const { rowCount: passkeys } = await q.query('DELETE FROM system.passkeys WHERE "userId" = $1', [userId])
  await forgetWhatDependsOn(q, userId)
  return seeds + passkeys > 0
}

/** Devices were trusted by a factor that is gone; codes for when a factor is lost are of use only while there is one. */
async function forgetWhatDependsOn(q: Queries, userId: number): Promise<void> {
  await q.query('DELETE FROM system.trusted_devices WHERE "userId" = $1', [userId])
  await q.query('DELETE FROM system.challenges WHERE "userId" = $1', [userId])
  await q.query(
    `DELETE FROM system.recovery_codes WHERE "userId" = $1 AND NOT EXISTS (SELECT FROM system.totp_seeds WHERE "userId" = $1)
     AND NOT EXISTS (SELECT FROM system.passkeys WHERE "userId" = $1)`,
    [userId],
  )
}
