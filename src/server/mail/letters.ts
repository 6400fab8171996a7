import type { Model } from '../../model/model.ts'
import { say } from '../../model/text.ts'

/** A mail as it waits to be sent. */
export interface Letter {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** What the button says under which its link stands. */
  readonly button: string
}

/** A letter in the words of the definitions: `<code>.subject`, `<code>.text` and `<code>.button`. */
export const letterOf = (model: Model, code: string, to: string, params: Readonly<Record<string, string | number>>): Letter => ({
  from: say(model, 'mail.from'),
  to,
  subject: say(model, `${code}.subject`, params),
  text: say(model, `${code}.text`, params),
  button: say(model, `${code}.button`, params),
})
