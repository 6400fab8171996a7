import type { Value, ValueOptions } from '../../kinds/kind.ts'
import { isNumberKind } from '../../kinds/numbers.ts'
import { kindByName } from '../../kinds/values.ts'

/** A value as plain text for a spreadsheet: numbers without sign or thousands (`1234,5`), anything else as it is read. */
export function cellText(value: Value, field: ValueOptions): string {
  if (value === null) return ''
  const kind = kindByName(field.kind)
  return isNumberKind(field) ? kind.edit(value, field) : kind.format(value, field)
}

/** Several words as one text. */
export const joinedText = (words: readonly string[]): string => words.join(', ')
