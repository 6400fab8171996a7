import type { Value } from '../../kinds/kind.ts'
import { meant } from '../../kinds/reference/matching.ts'
import type { Surroundings } from '../../kinds/surroundings.tsx'
import { valueOf } from '../../kinds/values.ts'
import type { Field } from '../../model/model.ts'
import type { Parsed } from '../grid/exchange.ts'
import { checkValue } from './checkValue.ts'

type Search = Pick<Surroundings, 'search' | 'say'>

/** Reads a pasted or `typed` text as a field's value: by its kind, a reference by the label or the code of the record it names. */
export function parseCell(
  text: string,
  field: Field,
  around: Search,
  titleOf: (register: string) => string,
  typed = false,
): Parsed | Promise<Parsed> {
  const { say } = around
  if (field.kind === 'reference' && text !== '') return findReference(text, field, around, titleOf, typed)
  const read = valueOf(field.kind).parse(text, field)
  if (!read.ok) return { reason: say(read.error.code, read.error.params) }
  return checked(read.value, field, say)
}

function checked(value: Value, field: Field, say: Search['say']): Parsed {
  const wrong = checkValue(field, value)
  return wrong ? { reason: say(wrong.code, wrong.params) } : { value }
}

async function findReference(
  text: string,
  field: Field,
  { search, say }: Search,
  titleOf: (register: string) => string,
  typed: boolean,
): Promise<Parsed> {
  const { reference } = field
  if (!reference) return { reason: say('reference-invalid') }
  const options = await search(reference.to, text, reference.where)
  const found = meant(options, text, !typed)
  const [only] = found
  if (only && found.length === 1) return checked(only.id, field, say)
  return { reason: say(found.length > 1 ? 'list.ambiguous' : 'list.not-found', { text, title: titleOf(reference.to) }) }
}
