import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import type { Field, Model, Register } from '../model.ts'
import type { Problem } from '../problem.ts'
import { fieldOf, registerOf } from '../register.ts'
import { readInitial } from './initialValue.ts'
import { takesInitial, takesTitle } from './settable.ts'

type Values = Readonly<Record<string, unknown>>

/** A field that a record names: of which register it is. */
export interface SettableField {
  readonly register: Register
  readonly field: Field
}

/** Returns the field that a text with `fieldOf` names; undefined where the record names none that a store may set. */
export function fieldNamedBy(model: Model, naming: Field | undefined, record: Values): SettableField | undefined {
  const register = registerOf(model, String(record[naming?.fieldOf ?? ''] ?? ''))
  const field = naming && register && fieldOf(register, String(record[naming.name] ?? ''))
  return register && field && (takesTitle(register, field) || takesInitial(register, field)) ? { register, field } : undefined
}

/** Problems of the texts of a record that name fields, and of those that keep their values. */
export const namedFieldProblems = (model: Model, register: Register, record: Values): Problem[] =>
  register.fields.flatMap(field => {
    const text = record[field.name]
    if (typeof text !== 'string' || text === '') return []
    if (field.fieldOf !== undefined)
      return fieldNamedBy(model, field, record) ? [] : [{ path: field.name, code: 'store-field.unknown' }]
    const named = field.valueFor === undefined ? undefined : fieldNamedBy(model, fieldOf(register, field.valueFor), record)
    if (!named) return []
    const params = { field: named.field.title }
    if (!takesInitial(named.register, named.field)) return [{ path: field.name, code: 'store-field.no-initial', params }]
    const value = readInitial(named.field, text)
    return value.ok
      ? []
      : [withoutUndefined({ path: field.name, code: value.error.code, params: { ...params, ...value.error.params } })]
  })
