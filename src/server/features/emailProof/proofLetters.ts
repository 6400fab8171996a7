import type { Model } from '../../../model/model.ts'
import { createEmailProof, type ProofSubject } from '../../access/emailProof.ts'
import type { Queries } from '../../database/queries.ts'
import type { Secrets } from '../../database/secret.ts'
import { publicAddress } from '../../settings.ts'
import { postLetter } from '../mail/postLetter.ts'

interface Writing {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
}

/** The parameters of a letter by which somebody proves that a mailbox is theirs. */
export interface ProofParams {
  readonly link: string
  /** `123 456`, to be typed where the link is not at hand. */
  readonly codigo: string
}

/** Makes a proof and gives what its letter says, in the transaction of `q`: the one place that says where the link leads. */
export async function proofParams({ q, secrets }: Pick<Writing, 'q' | 'secrets'>, subject: ProofSubject): Promise<ProofParams> {
  const { token, code } = await createEmailProof(q, secrets, subject)
  return { link: `${publicAddress()}/confirmarEmail?t=${token}`, codigo: `${code.slice(0, 3)} ${code.slice(3)}` }
}

/** Writes again to who signed up. @throws ApiError 429 where a limit of letters is reached */
export async function mailProofAgain(writing: Writing, userId: number, email: string): Promise<void> {
  const params = { email, ...(await proofParams(writing, { userId, purpose: 'prove' })) }
  await postLetter(writing, { to: email, code: 'email-proof', params })
}

/** A change of e-mail: whose, from which address to which. */
export interface AskedChange {
  readonly userId: number
  readonly old: string
  readonly email: string
}

/** Which addresses of a change have no need of a letter, and whether an account has the new one. */
interface ChangeStanding {
  readonly oldProved: boolean
  readonly newProved: boolean
  readonly isTaken: boolean
}

/** Writes to those addresses of a change that have not agreed yet. @throws ApiError 429 where a limit of letters is reached */
export async function mailChange(writing: Writing, asked: AskedChange, standing: ChangeStanding): Promise<void> {
  if (!standing.oldProved) await mailOldAddress(writing, asked)
  if (!standing.newProved) await mailNewAddress(writing, asked, standing.isTaken)
}

/** Asks the address that somebody has whether they want the other one. */
async function mailOldAddress(writing: Writing, { userId, old, email }: AskedChange): Promise<void> {
  const proof = await proofParams(writing, { userId, purpose: 'email-old', about: email })
  await postLetter(writing, { to: old, code: 'email-change-old', params: { email: old, novo: email, ...proof } })
}

/**
 * Asks the address that somebody wants. Where an account has it already its owner is told, and nothing can be confirmed: who asked hears no
 * word of that.
 */
async function mailNewAddress(writing: Writing, { userId, email }: AskedChange, isTaken: boolean): Promise<void> {
  if (isTaken) {
    const params = { email, link: `${publicAddress()}/segurancaDaConta` }
    await postLetter(writing, { to: email, code: 'email-change-known', params })
    return
  }
  const proof = await proofParams(writing, { userId, purpose: 'email-new', about: email })
  await postLetter(writing, { to: email, code: 'email-change-new', params: { email, ...proof } })
}
