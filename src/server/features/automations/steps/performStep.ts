import { formatMessage } from '../../../../model/formatMessage.ts'
import type { UnitOfWork } from '../../../write/unitOfWork.ts'
import type { MailAttachment } from '../../mail/mailTemplates.ts'
import { type Delivery, rememberedDelivery } from '../../notices/tellPeople.ts'
import type { SendWebhook } from '../outgoing.ts'
import type { LaneOfRuns, RunStep } from '../runSteps.ts'
import { webhookOf } from '../webhooks.ts'
import { mailStep } from './mailStep.ts'
import { type PrintDocument, type StepOutcome, stepDone } from './stepOutcome.ts'
import { wayStep } from './wayStep.ts'
import { writeStep } from './writeStep.ts'

/** How calls leave, and how documents are drawn. */
export interface Outside {
  readonly send: SendWebhook
  readonly print: PrintDocument
}

/** Steps that write as the automation, in a transaction of their own. */
export const ownActs: ReadonlySet<string> = new Set(['set', 'create', 'way', 'mail'])

/** The outcome of a step that is done outside of any transaction, or what its writing needs. */
export type Readied = StepOutcome | { readonly attachment?: MailAttachment; readonly delivery?: Delivery }

/** The id of a step's call or letter: the same at every attempt. */
const outgoingId = ({ item, step }: RunStep): string => `msg_${item.id}_${step.id}`

/** Does what a step has to do outside of any transaction: all of it, or what the letter or the notice that it writes needs. */
export async function beforehand(lane: LaneOfRuns, next: RunStep, outside: Outside): Promise<Readied> {
  const { kind, sent } = next.step
  if (sent === null) return { done: false, why: formatMessage(lane.model, 'automation.too-large'), again: false }
  if (kind === 'notify') return { delivery: await rememberedDelivery(lane, lane.service) }
  if (!ownActs.has(kind)) return reachOut(lane, next, outside)
  const document = kind === 'mail' ? JSON.parse(sent).document : undefined
  return document === undefined ? {} : outside.print(document, lane)
}

/** Does a step that writes as the automation. */
export function writeOwnAct(next: RunStep, work: UnitOfWork, { attachment }: { readonly attachment?: MailAttachment }) {
  const { step, automation } = next
  const running = { content: JSON.parse(step.sent ?? '{}'), id: outgoingId(next), automation, work }
  if (step.kind === 'mail') return mailStep(running, attachment)
  return step.kind === 'way' ? wayStep(running) : writeStep(running)
}

async function reachOut({ service, model, store }: LaneOfRuns, next: RunStep, { send }: Outside): Promise<StepOutcome> {
  const content = JSON.parse(next.step.sent ?? '{}')
  const webhook = await webhookOf(service, model, store.id, next.automation)
  const refused = (code: string): StepOutcome => ({ done: false, why: formatMessage(model, code), again: false })
  if (!webhook) return refused('automation.no-address')
  if (webhook.secrets.length === 0) return refused('automation.no-secret')
  const answer = await send({ ...webhook, id: outgoingId(next), body: JSON.stringify(content) })
  if (!answer) return { done: false, why: formatMessage(model, 'automation.not-reached'), again: true }
  const { status, text, retryAfter } = answer
  if (status >= 200 && status < 300) return stepDone(`${status} ${text}`.trim())
  const why = formatMessage(model, 'automation.answered', { status })
  // 410: who receives wants no more of it.
  return {
    done: false,
    why,
    again: status !== 410,
    answer: `${status} ${text}`.trim(),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}
