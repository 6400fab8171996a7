import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { letterValue } from './letterValue.ts'

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
  /** The text of the button under which its link stands. */
  readonly button: string
  /** Where the button leads; without it there is none, whatever the text holds. */
  readonly link?: string
  readonly attachments?: readonly MailAttachment[]
  /** The store that writes; absent: the platform. */
  readonly lojaId?: number
}

/** Values of a letter; several texts stand on a line each. */
export type LetterParams = Readonly<Record<string, string | number | readonly string[]>>

/** Parameters that the server fills itself: an address of its own pages. All others hold text that people typed. */
const ownParameters: readonly string[] = ['link', 'address']

/**
 * A letter in the words of the definitions: `<code>.subject`, `<code>.text` and `<code>.button`. Its button leads to the parameter `link`;
 * other parameters are values of people, which stand on one line and are no way to anywhere.
 */
export function mailFromTemplate(model: Model, code: string, to: string, params: LetterParams): MailMessage {
  const safe = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, safeParameter(name, value, to)]))
  const { link } = params
  return {
    from: formatMessage(model, 'mail.from'),
    to,
    subject: formatMessage(model, `${code}.subject`, safe),
    text: formatMessage(model, `${code}.text`, safe),
    button: formatMessage(model, `${code}.button`, safe),
    ...(typeof link === 'string' ? { link } : {}),
  }
}

/** The words of a letter, whose values were made safe one by one (`letterValue`). */
export interface LetterWords extends Pick<MailMessage, 'subject' | 'text' | 'button' | 'link'> {}

export const mailFromWords = (model: Model, to: string, words: LetterWords): MailMessage => ({
  from: formatMessage(model, 'mail.from'),
  to,
  ...words,
})

function safeParameter(name: string, value: string | number | readonly string[], to: string): string | number {
  if (typeof value === 'object') return value.map(letterValue).join('\n')
  // Their own address is told to its owner as it is: it is where the letter goes.
  if (typeof value === 'number' || ownParameters.includes(name) || (value === to && !/\s/.test(value))) return value
  return letterValue(value)
}
