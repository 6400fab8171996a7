import type { Value, ValueOptions, ValueProblem } from './kind.ts'
import { decimalPlacesOf, isNumberKind } from './numbers.ts'
import { kindByName as kindOf } from './values.ts'

/** Tells whether the input is a line of text and nothing more. */
export const isTextInput = (field: ValueOptions): boolean => kindOf(field.kind).entry === 'typed'

/** The sign that stands beside a number instead of inside its text, and what a definition puts before it. */
export const unitSignOf = (field: ValueOptions): { readonly before?: string; readonly after?: string } => ({
  ...kindOf(field.kind).sign,
  ...(field.before === undefined ? {} : { before: field.before }),
})

/** The meaning of a typed text: a value, or why it is none. */
export type ParsedText =
  | { readonly value: Value; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: ValueProblem }

/**
 * The text of a resting input: masked, grouped in thousands, and without the sign that stands beside it. A formatted text that
 * would be read as another value (rounded, or hidden) gives way to the plain one: what is seen is what is saved.
 */
export function textAtRest(value: Value, field: ValueOptions): string {
  if (value === null || value === undefined) return ''
  const kind = kindOf(field.kind)
  const formatted = kind.format(value, field)
  const text = isNumberKind(field) ? formatted.replace(/[^\d.,-]/g, '') : formatted
  const again = kind.parse(text, field)
  if (again.ok && again.value === value) return text
  // Of a moment that means to the second: nobody reads or types a fraction of it, and it stays in the value until somebody types.
  return kind.time === 'instant' ? (kind.exported ?? kind.edit)(value, field) : kind.edit(value, field)
}

/**
 * Reads what is typed. The same reading serves typing, pasting and leaving the field, so that what is seen is what is saved.
 * A text that no kind can read gives its problem; limits are not checked here, but by `check` when the field is left.
 */
export function parseTypedText(text: string, field: ValueOptions): ParsedText {
  const read = kindOf(field.kind).parse(text, field)
  return read.ok ? { value: read.value } : { problem: read.error }
}

/** The keyboard that a phone shows. */
export function keyboardOf(field: ValueOptions): 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' {
  if (field.refine?.keyboard) return field.refine.keyboard
  const places = decimalPlacesOf(field)
  // Phones' keyboards of numbers have no minus sign.
  if (places !== undefined) return field.min === undefined || field.min < 0 ? 'text' : places === 0 ? 'numeric' : 'decimal'
  const { time } = kindOf(field.kind)
  return time === 'day' || time === 'hour' ? 'numeric' : 'text'
}
