import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'

/** A file that a mail carries. */
export interface MailAttachment {
  readonly name: string
  readonly type: string
  /** Base64: the outbox keeps texts. */
  readonly content: string
}

/** A mail as it waits to be sent. */
export interface MailMessage {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** What the button says under which its link stands. */
  readonly button: string
  readonly attachments?: readonly MailAttachment[]
  /** The store that writes; absent: the house. */
  readonly lojaId?: number
}

/** A letter in the words of the definitions: `<code>.subject`, `<code>.text` and `<code>.button`. */
export const mailFromTemplate = (
  model: Model,
  code: string,
  to: string,
  params: Readonly<Record<string, string | number>>,
): MailMessage => ({
  from: formatMessage(model, 'mail.from'),
  to,
  subject: formatMessage(model, `${code}.subject`, params),
  text: formatMessage(model, `${code}.text`, params),
  button: formatMessage(model, `${code}.button`, params),
})
