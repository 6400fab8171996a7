import { gateAllows } from '../../../../model/access/gate.ts'
import { formatMessage } from '../../../../model/formatMessage.ts'
import { findStores, findUser } from '../../../access/users.ts'
import { publicAddress } from '../../../settings.ts'
import { requireStore, type UnitOfWork } from '../../../write/unitOfWork.ts'
import type { MailAttachment } from '../../mail/mailTemplates.ts'
import { postLetterWithin } from '../../mail/postLetter.ts'
import { peopleOfStore } from '../../notices/recipients.ts'
import type { LetterContent } from '../planRun.ts'
import { type RunningStep, type StepOutcome, stepDone } from './stepOutcome.ts'

/** People to whom one step writes at most. */
const MOST = 50

/** Puts letters into the outbox, within what the store and each mailbox get in a day. */
export async function mailStep({ content, work }: RunningStep<LetterContent>, attachment?: MailAttachment): Promise<StepOutcome> {
  const { model, q, secrets, service } = work
  const lojaId = requireStore(work.caller)
  // Somebody is meant, and no letter reaches them: what follows must not be done as if it had.
  if (content.people === undefined && content.to?.trim() && !isAddress(content.to))
    return { done: false, why: formatMessage(model, 'automation.not-mail'), again: false }
  const addresses = await recipientsOf(content, work)
  if (addresses.length === 0) return { done: true, answer: formatMessage(model, 'automation.no-recipient') }
  const { subject, text, page } = content
  const button = formatMessage(model, 'automation.open')
  const link = page === undefined ? {} : { link: `${publicAddress()}${page}` }
  const words = { subject, text, button, ...link }
  const attachments = attachment ? { attachments: [attachment] } : {}
  const sent: string[] = []
  for (const to of addresses)
    if (await postLetterWithin({ q, model, secrets, service }, { sender: lojaId, to, words, ...attachments })) sent.push(to)
  if (sent.length === 0) return { done: false, why: formatMessage(model, 'automation.no-letters'), again: true }
  work.afterCommit.push(async () => service.wakeMailWorker?.())
  return stepDone(JSON.stringify({ letters: sent.length }))
}

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())

async function recipientsOf({ to, people }: LetterContent, { model, service, caller }: UnitOfWork): Promise<string[]> {
  if (people === undefined) return to !== undefined && isAddress(to) ? [to.trim()] : []
  const { system } = service.database
  const [store] = await findStores(system, model, [requireStore(caller)])
  if (!store) return []
  const all = (await peopleOfStore(system, model, store)).filter(({ permission }) => gateAllows(people, permission))
  const users = await Promise.all(all.slice(0, MOST).map(({ userId }) => findUser(system, model, userId)))
  return users.flatMap(user => user?.email ?? [])
}
