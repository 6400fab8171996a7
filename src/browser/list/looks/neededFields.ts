import { targetOf } from '../../../model/field.ts'
import type { Register } from '../../../model/model.ts'
import type { ListColumn } from '../cells/listColumns.ts'

/** Words of an expression that may be names of fields. */
const wordsOf = (expression: string): readonly string[] => expression.match(/[A-Za-z_]\w*/g) ?? []

/** The kept fields that columns and expressions read, those through which others are worked out among them: of many rows nothing else is asked for. */
export function neededFields(
  register: Register,
  columns: readonly ListColumn[],
  names: readonly string[],
  expressions: readonly (string | undefined)[],
): readonly string[] {
  const needed = new Set<string>(['id', 'version', register.label, ...(register.code === undefined ? [] : [register.code])])
  const seen = new Set<string>()
  const need = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    const field = register.fields.find(each => each.name === name || targetOf(each)?.as === name)
    if (!field) return
    if (field.stored) needed.add(field.name)
    for (const word of wordsOf(field.stored ? '' : (field.compute ?? ''))) need(word)
  }
  for (const name of names) need(name)
  for (const { id, view } of columns) {
    need(id.split('.')[0] ?? '')
    for (const word of [view.text, view.also?.field, view.also?.when, ...(view.tones ?? []).map(({ when }) => when)].flatMap(
      text => wordsOf(text ?? ''),
    ))
      need(word)
    for (const { field } of view.chips ?? []) need(field)
  }
  for (const word of expressions.flatMap(text => wordsOf(text ?? ''))) need(word)
  return [...needed]
}
