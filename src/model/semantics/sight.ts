import type { Property } from '../../generated/definitions.ts'
import { readsOf } from '../expression.ts'
import type { Field, Model, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import type { JsonPath } from '../source/source.ts'
import type { Checker } from './checker.ts'

/** Checks who reads a field: a field of a register that names no record, and that nobody is asked for who may not see it. */
export function checkSight(
  checker: Checker,
  path: JsonPath,
  property: Property,
  field: Field,
  owner: Pick<Register, 'name' | 'fields'>,
): void {
  const register = checker.model.registers[owner.name]
  checkReads(checker, path, property, field, register)
  if (property.see === undefined) return
  const at = [...path, 'see']
  checker.gate(at, property.see)
  const why = unfitFor(field, register)
  if (why) checker.add(at, why.code, why.message, { part: 'key' })
}

/** The reason for which a field cannot be hidden from people. */
function unfitFor(field: Field, register: Register | undefined): { readonly code: string; readonly message: string } | undefined {
  if (!register) return { code: 'see-place', message: 'Only a field of a register is hidden from people.' }
  if (namesRecords(register, field))
    return { code: 'see-naming', message: `"${field.name}" names, finds or orders records: whoever sees them sees it.` }
  const isAsked = field.required && !field.readOnly && field.default === undefined && field.defaultWhen === undefined
  if (!isAsked) return undefined
  const message = `"${field.name}" is required: whoever may not see it could save no record without a "default".`
  return { code: 'see-required', message }
}

function namesRecords({ label, code, unique, order, numbers = [], parent }: Register, { name, search }: Field): boolean {
  const named = numbers.map(one => one.field)
  return (
    search ||
    name === label ||
    name === code ||
    name === parent?.by ||
    named.includes(name) ||
    unique.some(({ fields }) => fields.includes(name)) ||
    order.some(each => each.split(' ')[0] === name)
  )
}

/** Fields whose values are made of hidden ones tell them, unless they are as hidden. */
function checkReads(
  checker: Checker,
  path: JsonPath,
  { compute, defaultWhen }: Property,
  field: Field,
  register: Register | undefined,
): void {
  if (!register) return
  for (const [word, expression] of [
    ['compute', compute],
    ['defaultWhen', defaultWhen],
  ] as const) {
    if (expression === undefined) continue
    const read = readsOf(checker.model, register.name, expression)
      .map(steps => readField(checker.model, register, steps))
      .find(one => one?.see !== undefined && one.see !== field.see)
    if (read)
      checker.add([...path, word], 'see-read', `"${field.name}" tells "${read.name}": it needs the same "see" ("${read.see}").`)
  }
}

/** The field at the end of a chain of names: of the record, of one that it refers to, of a row of a list, of the record above. */
function readField(model: Model, register: Register, [first = '', ...rest]: readonly string[]): Field | undefined {
  const own = fieldOf(register, first)
  if (own || rest.length === 0) return own
  const to =
    first === 'parent'
      ? register.parent?.register
      : (register.lists.find(({ name }) => name === first)?.register ??
        register.fields.find(({ reference }) => reference?.as === first)?.reference?.to)
  const next = model.registers[to ?? '']
  return next && readField(model, next, rest)
}
