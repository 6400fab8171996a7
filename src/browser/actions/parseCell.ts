import type { InputServices } from '../../kinds/inputServices.tsx'
import type { Value } from '../../kinds/kind.ts'
import { optionsMeant, unnamedCode } from '../../kinds/reference/matchOptions.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field } from '../../model/model.ts'
import type { ParsedCellText } from '../grid/cellChanges.ts'
import { checkFieldValue } from './checkFieldValue.ts'

type Search = Pick<InputServices, 'search' | 'say'>

/** Reads a pasted or `typed` text as a field's value: by its kind, a reference by the label or the code of the record it names, among those that `record` leaves to choose. */
export function parseCell(
  text: string,
  field: Field,
  around: Search,
  titleOf: (register: string) => string,
  typed = false,
  record?: Readonly<Record<string, unknown>>,
): ParsedCellText | Promise<ParsedCellText> {
  const { say } = around
  if (field.reference && text !== '') return findReference(text, field, around, titleOf, typed, record)
  const read = kindByName(field.kind).parse(text, field)
  if (!read.ok) return { reason: say(read.error.code, read.error.params) }
  return checked(read.value, field, say)
}

function checked(value: Value, field: Field, say: Search['say']): ParsedCellText {
  const wrong = checkFieldValue(field, value)
  return wrong ? { reason: say(wrong.code, wrong.params) } : { value }
}

async function findReference(
  text: string,
  field: Field,
  { search, say }: Search,
  titleOf: (register: string) => string,
  typed: boolean,
  record: Readonly<Record<string, unknown>> | undefined,
): Promise<ParsedCellText> {
  const { reference } = field
  if (!reference) return { reason: say('reference-invalid') }
  const options = await search(reference.to, text, reference.where, record)
  const found = optionsMeant(options, text, !typed)
  const [only] = found
  if (only && found.length === 1) return checked(only.id, field, say)
  return { reason: say(unnamedCode(typed ? options : [], found), { text, title: titleOf(reference.to) }) }
}
