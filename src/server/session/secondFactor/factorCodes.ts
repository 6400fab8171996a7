import type { Queries } from '../../database/queries.ts'
import { type Secrets, secretsOfInstallation } from '../../database/secret.ts'
import type { Service } from '../../service.ts'
import { admitLogin, forgetLoginAttempts } from '../loginAttempts.ts'
import { isRecoveryCode, redeemRecoveryCode } from './recoveryCodes.ts'
import { stepOfCode } from './totp.ts'

/** The places for which the key of an authenticator app is sealed: the column that holds it, while it is set up and then. */
const places = { setup: 'system.challenges.content', kept: 'system.totp_seeds.seed' } as const

/** The key as it is stored. */
export const sealSeed = (secrets: Secrets, seed: Uint8Array, place: keyof typeof places): string =>
  secrets.seal(Buffer.from(seed).toString('base64url'), places[place])

/** The key as it was sealed for that place. */
export const openSeed = (secrets: Secrets, sealed: string, place: keyof typeof places): Uint8Array =>
  Buffer.from(secrets.open(sealed, places[place]), 'base64url')

/** Where an answer comes from: wrong ones are limited by person and by address, as passwords are. */
export interface CodeAttempt {
  readonly userId: number
  readonly address: string
}

/**
 * Tells whether this is a code that somebody's authenticator app shows now, or one of their recovery codes; either counts once. Attempts that fail
 * make both the person and the address wait.
 */
export async function takeCode(
  service: Pick<Service, 'database' | 'model' | 'dataDir'>,
  code: string,
  { userId, address }: CodeAttempt,
): Promise<boolean> {
  const q = service.database.system
  const secrets = secretsOfInstallation(service.dataDir)
  const attempt = { purpose: 'login', account: `factor ${userId}`, address } as const
  await admitLogin(service, attempt)
  const right = isRecoveryCode(code) ? await redeemRecoveryCode(q, userId, code) : await takeTotp(q, secrets, userId, code)
  if (right) await forgetLoginAttempts(service, attempt)
  return right
}

async function takeTotp(q: Queries, secrets: Secrets, userId: number, typed: string): Promise<boolean> {
  const code = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return false
  const { rows } = await q.query<{ seed: string }>('SELECT seed FROM system.totp_seeds WHERE "userId" = $1', [userId])
  const step = rows[0] && stepOfCode(openSeed(secrets, rows[0].seed, 'kept'), code)
  if (step === undefined) return false
  // In one statement: of two that bring the same code at once one is let in.
  const { rowCount } = await q.query('UPDATE system.totp_seeds SET "lastStep" = $2 WHERE "userId" = $1 AND "lastStep" < $2', [
    userId,
    step,
  ])
  return rowCount > 0
}
