import { choicesOfField } from './choice/value.ts'
import type { Value, ValueOptions } from './kind.ts'
import { kindByName } from './values.ts'

const NUMBER = /^-?\d+(\.\d+)?$/

/** The JSON value that a text of an address stands for: `3` is a number where the field holds one, `true` a yes. */
export function jsonOfAddressText(text: string, field: ValueOptions): string | number | boolean {
  const type = kindByName(field.kind).expressionType(field)
  if ((type === 'int' || type === 'decimal') && NUMBER.test(text)) return Number(text)
  return type === 'bool' && (text === 'true' || text === 'false') ? text === 'true' : text
}

/** The same for what is filtered by, where several parts stand between commas; undefined where the text means nothing. */
export function readableAddressText(text: string, field: ValueOptions): Value | undefined {
  const type = kindByName(field.kind).expressionType(field)
  if (type === 'list<int>' || type === 'list<string>') return partsOf(text, field, type === 'list<int>')
  const choice = choiceNamed(text, field)
  // No option and no day is called so: it says that there is none.
  if (choice === undefined && text === 'null' && (field.choices || kindByName(field.kind).time)) return undefined
  const read = choice ?? jsonOfAddressText(text, field)
  const plain = type === 'int' || type === 'decimal' || type === 'bool'
  return plain && typeof read === 'string' ? undefined : read
}

const choiceNamed = (text: string, field: ValueOptions): string | number | undefined =>
  choicesOfField(field).find(({ value }) => `${value}` === text)?.value

const partsOf = (text: string, field: ValueOptions, whole: boolean): Value =>
  text.split(',').map(part => choiceNamed(part, field) ?? (whole ? Number(part) : part))

/** The value that a text of an address means, or undefined where the field can hold no such value. */
export function valueOfAddressText(text: string, field: ValueOptions): Value | undefined {
  const read = kindByName(field.kind).accept(jsonOfAddressText(text, field), field)
  return read.ok ? read.value : undefined
}
