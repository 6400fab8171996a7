import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import type { Secrets } from '../database/secret.ts'
import { proofParams } from '../features/emailProof/proofLetters.ts'
import { postLetter, postLetterWithin } from '../features/mail/postLetter.ts'
import { publicAddress } from '../settings.ts'
import { type ConfirmationPurpose, createConfirmation } from './confirmations.ts'

interface Writing {
  readonly q: Queries
  readonly model: Model
  readonly secrets: Secrets
}

interface Receiver {
  readonly userId: number
  readonly email: string
  /** The store that invites them: its invitation is accepted by the link. */
  readonly store?: InvitingStore
}

const letters: Readonly<Record<ConfirmationPurpose, { readonly code: string; readonly more: string }>> = {
  create: { code: 'invite', more: '' },
  reset: { code: 'reset', more: '&reset=true' },
}

interface InvitingStore {
  readonly id: number
  readonly name: string
}

/**
 * Asks somebody who has a password whether they want access to a store: the answer is given once they signed in.
 * @throws ApiError 403 for a store that may not write, 429 where a limit of letters is reached
 */
export async function mailStoreInvitation(writing: Writing, email: string, { id, name }: InvitingStore): Promise<void> {
  const params = { email, store: name, link: `${publicAddress()}/convites` }
  await postLetter(writing, { sender: id, to: email, code: 'access', params })
}

/**
 * Writes the mail with the link by which somebody makes a password, in the transaction of `q`: nobody else ever knows it.
 * @throws ApiError 403 for a store that may not write, 429 where a limit of letters is reached
 */
export async function mailPasswordLink(
  writing: Writing,
  { userId, email, store }: Receiver,
  purpose: ConfirmationPurpose,
): Promise<void> {
  const token = await createConfirmation(writing.q, userId, purpose, store?.id)
  const { code, more } = letters[purpose]
  const params = { email, link: `${publicAddress()}/confirmacao?t=${token}${more}`, address: publicAddress() }
  if (store) {
    await postLetter(writing, { sender: store.id, to: email, code: 'store-invite', params: { ...params, store: store.name } })
  } else await postLetter(writing, { to: email, code, params })
}

/** Tells who signed up that their store is there, with the link that proves their e-mail. Where they had too many letters there is none. */
export async function mailWelcome(writing: Writing, { userId, email }: Receiver, store: string): Promise<void> {
  const proof = await proofParams(writing, { userId, purpose: 'prove' })
  await postLetterWithin(writing, { to: email, code: 'welcome', params: { email, store, ...proof } })
}

/** Tells the owner of an e-mail that somebody signed up with it, who was told no word of the account that is there. */
export async function mailKnownSignUp(writing: Writing, email: string): Promise<void> {
  await postLetterWithin(writing, {
    to: email,
    code: 'known-sign-up',
    params: { email, link: `${publicAddress()}/recuperarSenha` },
  })
}
