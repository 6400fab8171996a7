import { hash, randomBytes } from 'node:crypto'
import type { CeilingName } from '../../model/access/limits.ts'
import type { Queries } from '../database/queries.ts'
import type { Secrets } from '../database/secret.ts'
import { countInWindow } from '../operations/countInWindow.ts'

/** Leading bits of the digest that must be zero: some 65,000 digests, a second of a phone. */
const BITS = 16
/** Seconds for which a challenge may be answered. */
const LIFE = 300

/** The task of a visitor's browser: it looks for a text after `challenge:` with which SHA-256 of the whole begins with so many zero bits. */
export interface ProofChallenge {
  readonly challenge: string
  readonly bits: number
}

const signed = (secrets: Secrets, purpose: CeilingName, expires: string, random: string): string =>
  `${expires}.${random}.${secrets.digest(`proof ${purpose} ${expires} ${random}`).slice(0, 32)}`

/** A challenge for this purpose alone; nothing is kept of it until it is answered. */
export const proofChallenge = (secrets: Secrets, purpose: CeilingName): ProofChallenge => ({
  challenge: signed(secrets, purpose, String(Math.floor(Date.now() / 1000) + LIFE), randomBytes(12).toString('hex')),
  bits: BITS,
})

/** Tells whether a proof answers a challenge of ours for this purpose that is not over; each counts once, at whichever server. */
export async function isWorkProved(
  q: Queries,
  secrets: Secrets,
  purpose: CeilingName,
  proof: string | undefined,
): Promise<boolean> {
  const [, expires, random] = /^(\d{10})\.([0-9a-f]{24})\.[0-9a-f]{32}:\w{1,20}$/.exec(proof ?? '') ?? []
  if (proof === undefined || expires === undefined || random === undefined) return false
  if (!proof.startsWith(`${signed(secrets, purpose, expires, random)}:`) || Number(expires) * 1000 < Date.now()) return false
  if (Number.parseInt(hash('sha256', proof).slice(0, 8), 16) >>> (32 - BITS) !== 0) return false
  return (await countInWindow(q, `proof ${random}`, LIFE * 1000)).current === 1
}
