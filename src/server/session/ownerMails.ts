import { findOwnerEmails } from '../access/users.ts'
import { type LetterWriting, mailEach, type PageLetter } from '../features/mail/pageLetters.ts'

/** Writes a letter to each owner of a store, in the transaction of `q`, unless they had too many. Tells how many there are. */
export async function mailOwners(writing: LetterWriting, lojaId: number, letter: PageLetter): Promise<number> {
  const owners = await findOwnerEmails(writing.q, writing.model, lojaId)
  await mailEach(owners, letter, writing, lojaId)
  return owners.length
}
