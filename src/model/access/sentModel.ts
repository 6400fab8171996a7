import type { Message } from '../message.ts'
import type { Field, Model, Register } from '../model.ts'

/** Words of a field that most fields do not have: false and absent are the same. */
const flags: ReadonlySet<string> = new Set(['required', 'readOnly', 'secret', 'search', 'clone'] satisfies (keyof Field)[])

/**
 * The Model as it is sent to a page, which reads all of it before it draws anything: without the flags that a field does not have, and of messages without
 * the moment that they are for and kinds that no page asks for (a warning is drawn otherwise).
 */
export const sentModel = ({ messages, registers, ...others }: Model): object => ({
  ...others,
  messages: Object.fromEntries(Object.entries(messages).map(([code, message]) => [code, sentMessage(message)])),
  registers: Object.fromEntries(Object.entries(registers).map(([name, register]) => [name, sentRegister(register)])),
})

const sentMessage = ({ when: _when, kind, ...message }: Message): object => (kind === 'warning' ? { ...message, kind } : message)

const sentRegister = ({ fields, ...register }: Register): object => ({ ...register, fields: fields.map(sentField) })

const sentField = (field: Field): object =>
  Object.fromEntries(Object.entries(field).filter(([word, value]) => value !== false || !flags.has(word)))
