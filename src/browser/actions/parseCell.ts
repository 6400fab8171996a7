import type { Value } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import { targetOf } from '../../model/field.ts'
import type { Field } from '../../model/model.ts'
import type { ParsedCellText } from '../grid/cellChanges.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { checkFieldValue } from './checkFieldValue.ts'
import type { ReferencesAround } from './findReferences.ts'

/** Reads a pasted or `typed` text as a field's value: by its kind, a reference by the label or the code of the record it names, among those that `record` leaves to choose. */
export function parseCell(
  text: string,
  field: Field,
  around: ReferencesAround,
  titleOf: (register: string) => string,
  typed = false,
  record?: Readonly<Record<string, unknown>>,
): ParsedCellText | Promise<ParsedCellText> {
  const { say } = around
  const checked = (value: Value): ParsedCellText => {
    const wrong = checkFieldValue(field, value)
    return wrong ? { reason: say(wrong.code, wrong.params) } : { value }
  }
  if (targetOf(field) && text !== '')
    return loadWithRetry(() => import('./findReferences.ts')).then(({ findReferences }) =>
      findReferences(text, field, { ...around, titleOf, typed, record, checked }),
    )
  const read = kindByName(field.kind).parse(text, field)
  return read.ok ? checked(read.value) : { reason: say(read.error.code, read.error.params) }
}
