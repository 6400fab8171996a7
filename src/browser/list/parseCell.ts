import { fold } from '../../base/text.ts'
import type { Value } from '../../kinds/kind.ts'
import type { Option, Surroundings } from '../../kinds/surroundings.tsx'
import { valueOf } from '../../kinds/values.ts'
import type { Field } from '../../model/model.ts'
import type { Parsed } from '../grid/exchange.ts'
import { checkValue } from './checkValue.ts'

type Search = Pick<Surroundings, 'search' | 'say'>

/** Reads a pasted text as a field's value: by its kind, a reference by the label or the code of the record it names. */
export function parseCell(
  text: string,
  field: Field,
  around: Search,
  titleOf: (register: string) => string,
): Parsed | Promise<Parsed> {
  const { say } = around
  if (field.kind === 'reference' && text !== '') return findReference(text, field, around, titleOf)
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
): Promise<Parsed> {
  const { reference } = field
  if (!reference) return { reason: say('reference-invalid') }
  const options = await search(reference.to, text, reference.where)
  const found = matching(options, text)
  const [only] = found
  if (only && found.length === 1) return checked(only.id, field, say)
  return { reason: say(found.length > 1 ? 'list.ambiguous' : 'list.not-found', { text, title: titleOf(reference.to) }) }
}

/** Records named by a text: by their label, else by their code, else by their key. */
export function matching(options: readonly Option[], text: string): readonly Option[] {
  const wanted = fold(text.trim())
  const by = (name: (option: Option) => string | undefined): readonly Option[] =>
    options.filter(option => fold(name(option) ?? '') === wanted)
  const labelled = by(option => option.label)
  if (labelled.length > 0) return labelled
  const coded = by(option => option.code)
  return coded.length > 0 ? coded : by(option => String(option.id))
}
