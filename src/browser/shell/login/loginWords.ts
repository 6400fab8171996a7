import secondStep from '../../../../schemas/messages/second-step.json'
import session from '../../../../schemas/messages/session.json'
import { formatMessage as sayIn } from '../../../model/formatMessage.ts'

// Before the login there is no Model: the page carries its own words.
const words = { messages: { ...session.messages, ...secondStep.messages } }

/** A text of the login. */
export const say = (code: keyof typeof words.messages): string => sayIn(words as Parameters<typeof sayIn>[0], code)
