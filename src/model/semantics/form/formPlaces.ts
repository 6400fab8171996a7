import type { Item, RegisterDefinition, RegisterUiDefinition } from '../../../generated/definitions.ts'
import type { Field, Register } from '../../model.ts'
import { isSystemField } from '../../register.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

type FormDefinition = NonNullable<RegisterUiDefinition['form']>

/** Fields and lists of a form stand once in a part: of two controls of one value nobody knows which counts. */
export function checkTwice(checker: Checker, path: JsonPath, form: FormDefinition): void {
  const parts = [
    { path: [...path, 'items'], items: form.items ?? [] },
    { path: [...path, 'inPlace'], items: form.inPlace ?? [] },
    ...(form.parts ?? []).map(({ items }, i) => ({ path: [...path, 'parts', i, 'items'], items })),
  ]
  for (const part of parts) {
    const seen = new Set<string>()
    for (const { path: at, name } of part.items.flatMap((item, i) => namesIn(item, [...part.path, i]))) {
      if (seen.has(name)) checker.add(at, 'name-twice', `"${name}" stands in this part already.`)
      seen.add(name)
    }
  }
}

/** A dialog that makes a record asks for fields and rows: there is no record yet to be acted on, told of or reported. */
export function checkInPlace(checker: Checker, path: JsonPath, items: readonly Item[]): void {
  for (const [i, item] of items.entries()) {
    const isTyped = Array.isArray(item) || typeof item !== 'object' || 'field' in item || 'list' in item || 'note' in item
    if (!isTyped || (typeof item === 'string' && item.startsWith('!')))
      checker.add(
        [...path, i],
        'in-place-item',
        'A dialog that makes a record asks for fields and child lists, and tells notes: nothing else.',
      )
  }
}

function namesIn(item: Item, path: JsonPath): { readonly path: JsonPath; readonly name: string }[] {
  if (Array.isArray(item)) return item.flatMap((each, i) => namesIn(each, [...path, i]))
  if (typeof item === 'string') return item.startsWith('!') ? [] : [{ path, name: item }]
  if ('field' in item) return [{ path: [...path, 'field'], name: item.field }]
  return 'list' in item ? [{ path: [...path, 'list'], name: item.list }] : []
}

/**
 * A field without which a record cannot be saved stands in the form, where the form makes records: else nobody can. What has a default, and what the
 * server or an assignment fills, needs no place.
 */
export function checkRequiredPlaced(
  checker: Checker,
  { required = [], register: { assign = [] } }: RegisterDefinition,
  register: Register,
): void {
  const { create = 'false' } = register.access
  const { parts, variants } = register.views.form
  if (create === 'false' || register.parent) return
  const placed = new Set(parts.flatMap(({ rows }) => rows.flat()).flatMap(item => ('field' in item ? [item.field] : [])))
  const given = new Set([
    ...assign.flatMap(({ set }) => Object.keys(set)),
    ...variants.flatMap(({ values }) => Object.keys(values)),
  ])
  for (const [i, name] of required.entries()) {
    const field = register.fields.find(each => each.name === name)
    if (!field || placed.has(name) || given.has(name) || isFilled(field, register)) continue
    const message = `Nobody can save a new record: "${name}" is required, has no default, and stands in no part of the form.`
    checker.add(['required', i], 'required-unplaced', message)
  }
}

const isFilled = (field: Field, { from }: Register): boolean =>
  field.readOnly ||
  field.compute !== undefined ||
  field.default !== undefined ||
  field.defaultWhen !== undefined ||
  isSystemField(field.name) ||
  Object.hasOwn(from?.where ?? {}, field.name)
