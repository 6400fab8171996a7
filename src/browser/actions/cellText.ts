import type { Value, ValueOptions } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'

const numeric: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent'])

/** A value as plain text for a spreadsheet: numbers without sign or thousands (`1234,5`), anything else as it is read. */
export function cellText(value: Value, field: ValueOptions): string {
  if (value === null) return ''
  const kind = kindByName(field.kind)
  return numeric.has(field.kind) ? kind.edit(value, field) : kind.format(value, field)
}

/** Several words as one text. */
export const joinedText = (words: readonly string[]): string => words.join(', ')
