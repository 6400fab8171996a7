import type { Value, ValueOptions } from './kind.ts'
import { kindByName } from './values.ts'

const NUMBER = /^-?\d+(\.\d+)?$/

/** The JSON value that a text of an address stands for: `3` is a number where the field holds one, `true` a yes. */
export function jsonOfAddressText(text: string, field: ValueOptions): string | number | boolean {
  const type = kindByName(field.kind).expressionType(field)
  if ((type === 'int' || type === 'decimal') && NUMBER.test(text)) return Number(text)
  return type === 'bool' && (text === 'true' || text === 'false') ? text === 'true' : text
}

/** The same, or undefined where the field holds numbers, or yes and no, and the text is none. */
export function readableAddressText(text: string, field: ValueOptions): string | number | boolean | undefined {
  const type = kindByName(field.kind).expressionType(field)
  const read = jsonOfAddressText(text, field)
  const plain = type === 'int' || type === 'decimal' || type === 'bool'
  return plain && typeof read === 'string' ? undefined : read
}

/** The value that a text of an address means, or undefined where the field can hold no such value. */
export function valueOfAddressText(text: string, field: ValueOptions): Value | undefined {
  const read = kindByName(field.kind).accept(jsonOfAddressText(text, field), field)
  return read.ok ? read.value : undefined
}
