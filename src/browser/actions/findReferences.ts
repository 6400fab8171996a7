import type { InputServices } from '../../kinds/inputServices.tsx'
import type { ReferenceTarget, Value } from '../../kinds/kind.ts'
import { optionsMeant, unnamedCode } from '../../kinds/reference/matchOptions.ts'
import { partsOfNames } from '../../kinds/references/partsOfNames.ts'
import type { Field } from '../../model/model.ts'
import type { ParsedCellText } from '../grid/cellChanges.ts'

export type ReferencesAround = Pick<InputServices, 'search' | 'say'>

interface Finding extends ReferencesAround {
  titleOf(register: string): string
  /** Whether the finds of the search were in sight. */
  readonly typed: boolean
  /** Leaves some of the records to choose. */
  readonly record: Readonly<Record<string, unknown>> | undefined
  /** The value, or why the field does not take it. */
  checked(value: Value): ParsedCellText
}

/** Finds the record that a text names, or of a field of several those that its parts name, apart by semicolons or commas. */
export async function findReferences(text: string, { reference, references }: Field, finding: Finding): Promise<ParsedCellText> {
  if (reference) {
    const only = await recordNamed(text, reference, finding)
    return typeof only === 'object' ? only : finding.checked(only)
  }
  const keys = new Set<number>()
  for (const part of references ? partsOfNames(text) : []) {
    const only = references && (await recordNamed(part, references, finding))
    if (typeof only === 'object') return only
    keys.add(Number(only))
  }
  return finding.checked([...keys].sort((a, b) => a - b))
}

/** The key of the one record that is meant, or why there is none. */
async function recordNamed(
  text: string,
  { to, where }: ReferenceTarget,
  { search, say, titleOf, typed, record }: Finding,
): Promise<string | number | { readonly reason: string }> {
  const options = await search(to, text, where, record)
  const found = optionsMeant(options, text, !typed)
  const [only] = found
  if (only && found.length === 1) return only.id
  return { reason: say(unnamedCode(typed ? options : [], found), { text, title: titleOf(to) }) }
}
