import { randomBytes, randomInt } from 'node:crypto'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { roleTable } from '../roleTable.ts'
import { hashToken } from './sessions.ts'
import { ownerMembershipType } from './users.ts'

/**
 * An address given at sign-up may be somebody else's. Until a letter proves it, the account is in no store but its own, sees no invitation, and
 * writes to nobody. Only unproved accounts are kept: accounts that somebody else made begin by a letter. `prove`: that of the sign-up. `email-old`,
 * `email-new`: both addresses of a change.
 */
export type ProofPurpose = 'prove' | 'email-old' | 'email-new'

/** Hours for which the link of the letter opens. */
const hours: Readonly<Record<ProofPurpose, number>> = { prove: 7 * 24, 'email-old': 24, 'email-new': 24 }

/** Hours for which its code does: there are a million of them, and of links no end. */
const CODE_HOURS = 1

/** Notes that the user's e-mail is only said, in the transaction that makes the user. */
export async function markEmailUnproved(q: Queries, userId: number): Promise<void> {
  await q.query('INSERT INTO system.unproved_users ("userId") VALUES ($1)', [userId])
}

/** Tells whether the user has shown that their e-mail is theirs. */
export const isEmailProved = async (q: Queries, userId: number): Promise<boolean> =>
  (await q.query('SELECT FROM system.unproved_users WHERE "userId" = $1', [userId])).rowCount === 0

/** The user's e-mail is theirs: they opened a link that only its owner got. */
export async function markEmailProved(q: Queries, userId: number): Promise<void> {
  await q.query('DELETE FROM system.unproved_users WHERE "userId" = $1', [userId])
}

/** A proof in a letter that its reader has the mailbox: a link, or six digits where the letter is read on another device. */
export interface MailedProof {
  readonly token: string
  readonly code: string
}

/** The user and the address of a proof. */
export interface ProofSubject {
  readonly userId: number
  readonly purpose: ProofPurpose
  /** The address to which a change leads: a proof for one says nothing of another. */
  readonly about?: string
}

/** Makes fingerprints with the installation's key. */
interface Digests {
  digest(text: string): string
}

const codeDigest = (secrets: Digests, userId: number, purpose: ProofPurpose, code: string): string =>
  secrets.digest(`e-mail code ${userId} ${purpose} ${code}`)

/** Makes the token and the code of a letter that proves an e-mail. Only what tells nothing of them is kept. */
export async function createEmailProof(
  q: Queries,
  secrets: Digests,
  { userId, purpose, about = '' }: ProofSubject,
): Promise<MailedProof> {
  const token = randomBytes(32).toString('base64url')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await q.query(
    `INSERT INTO system.confirmations (hash, "userId", purpose, "expiresAt", code, about)
     VALUES ($1, $2, $3, now() + $4::int * interval '1 hour', $5, $6)`,
    [hashToken(token), userId, purpose, hours[purpose], codeDigest(secrets, userId, purpose, code), about],
  )
  return { token, code }
}

/** The proof that a signed-in user shows: the token of a letter's link, or its code. */
export type ShownProof = { readonly token: string } | { readonly code: string }

/** A proof that was taken. */
export type TakenProof = Pick<ProofSubject, 'purpose'> & { readonly about: string }

/**
 * Takes a proof of who is signed in, once; undefined where it is none of theirs. It alone proves nothing: the owner of an address who opens
 * the link of a stranger's sign-up does not make that account theirs. Of several letters the code of the last one counts.
 */
export async function takeEmailProof(
  q: Queries,
  secrets: Digests,
  userId: number,
  shown: ShownProof,
): Promise<TakenProof | undefined> {
  const purposes: readonly ProofPurpose[] = ['prove', 'email-old', 'email-new']
  const { rows } =
    'token' in shown
      ? await q.query<TakenProof>(
          `DELETE FROM system.confirmations WHERE hash = $1 AND "userId" = $2 AND purpose = ANY ($3) AND "expiresAt" > now()
           RETURNING purpose, coalesce(about, '') AS about`,
          [hashToken(shown.token), userId, purposes],
        )
      : await q.query<TakenProof>(
          `DELETE FROM system.confirmations c WHERE "userId" = $1 AND code = ANY ($2) AND "expiresAt" > now()
             AND "createdAt" > now() - $3::int * interval '1 hour'
             AND NOT EXISTS (SELECT FROM system.confirmations n
               WHERE n."userId" = c."userId" AND n.purpose = c.purpose AND n."createdAt" > c."createdAt")
           RETURNING purpose, coalesce(about, '') AS about`,
          [userId, purposes.map(purpose => codeDigest(secrets, userId, purpose, shown.code)), CODE_HOURS],
        )
  return rows[0]
}

/** The letters of these purposes prove nothing any more. */
export const dropEmailProofs = async (q: Queries, userId: number, purposes: readonly ProofPurpose[]): Promise<void> => {
  await q.query('DELETE FROM system.confirmations WHERE "userId" = $1 AND purpose = ANY ($2)', [userId, purposes])
}

/** Tells whether one of the store's owners has a proved e-mail. A store without owners is the platform's. */
export async function isStoreProved(q: Queries, model: Model, lojaId: number): Promise<boolean> {
  const { rows } = await q.query<{ userId: string }>(
    `SELECT "userId" FROM ${roleTable(model, 'memberships')} WHERE "lojaId" = $1 AND type = $2 AND "userId" IS NOT NULL`,
    [lojaId, ownerMembershipType],
  )
  if (rows.length === 0) return true
  const owners = rows.map(({ userId }) => userId)
  const unproved = await q.query('SELECT FROM system.unproved_users WHERE "userId" = ANY ($1::bigint[])', [owners])
  return unproved.rowCount < new Set(owners).size
}

/** Tells whether nobody has a store yet: who signs up first is at home, and there is nobody whose address they could take. */
export const isFirstOwner = async (q: Queries, model: Model): Promise<boolean> =>
  (await q.query(`SELECT 1 AS one FROM ${roleTable(model, 'memberships')} LIMIT 1`)).rowCount === 0
