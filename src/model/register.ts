import { kindByName } from '../kinds/values.ts'
import { targetOf } from './field.ts'
import type { ChildList, Expression, Field, Model, RecordAccess, Register } from './model.ts'

const systemFieldNames: ReadonlySet<string> = new Set(['id', 'lojaId', 'version', 'createdAt', 'updatedAt'])
const fieldsOfEverySave: ReadonlySet<string> = new Set(['version', 'updatedAt'])

/** Tells whether every register has this field without writing it (a text key is written, and still counts). */
export const isSystemField = (name: string): boolean => systemFieldNames.has(name)

/** Tells whether a field or column is a layer's own: the names of those begin so, and no others do. */
export const hasLayerPrefix = (name: string): boolean => name.startsWith('x_')

/** Tells whether every save moves this field on, so that it says nothing about what somebody changed. */
export const movesWithEverySave = (name: string): boolean => fieldsOfEverySave.has(name)

const byName = new WeakMap<Register, ReadonlyMap<string, Field>>()

/** The register's field of that name. */
export function fieldOf(register: Register, name: string): Field | undefined {
  let fields = byName.get(register)
  if (fields === undefined) {
    fields = new Map(register.fields.map(field => [field.name, field]))
    byName.set(register, fields)
  }
  return fields.get(name)
}

/** The register's child list of that name. */
export const childListNamed = (register: Register, name: string): ChildList | undefined =>
  register.lists.find(list => list.name === name)

/** Something that an `include` may name: the record a reference points to, those that several keys point to, or the rows of a child list. */
export type Relation =
  | { readonly kind: 'references'; readonly name: string; readonly register: string; readonly field: string }
  | { readonly kind: 'reference'; readonly name: string; readonly register: string; readonly field: string }
  | { readonly kind: 'list'; readonly name: string; readonly register: string; readonly by: string }

/** Every relation of a register: references, to one or to many, by their `as`, child lists by their name. */
export function relationsOf(register: Register): readonly Relation[] {
  const references = register.fields.flatMap((field): Relation[] => {
    const target = targetOf(field)
    if (!target) return []
    return [{ kind: field.reference ? 'reference' : 'references', name: target.as, register: target.to, field: field.name }]
  })
  const lists = register.lists.map((list): Relation => ({ kind: 'list', name: list.name, register: list.register, by: list.by }))
  return [...references, ...lists]
}

export const relationOf = (register: Register, name: string): Relation | undefined =>
  relationsOf(register).find(relation => relation.name === name)

/** The register's field at a path: its own, or one of what a reference points to (`produto.tipo`). */
export function fieldAtPath(registers: Model['registers'], register: Register, path: string): Field | undefined {
  const [first = '', rest] = path.split('.')
  if (rest === undefined) return fieldOf(register, first)
  const target = registers[relationOf(register, first)?.register ?? '']
  return target && fieldOf(target, rest)
}

/** Tells whether a page makes records of this register, for somebody with these rights. */
export const opensCreation = ({ access, views }: Register, may: (gate: string | undefined) => boolean): boolean =>
  views.list.create !== false && may(access.create)

/** The gate of an act on a register's records; an absent one means that nobody may. */
export const gateOf = (register: Register, act: RecordAccess): Expression | undefined => register.access[act]

const bySpelling = new WeakMap<Model, ReadonlyMap<string, Register>>()

/** The register of that name in any letter case: addresses of calls match so. */
export function registerOf(model: Model, name: string): Register | undefined {
  let registers = bySpelling.get(model)
  if (registers === undefined) {
    registers = new Map(Object.values(model.registers).map(register => [register.name.toLowerCase(), register]))
    bySpelling.set(model, registers)
  }
  // `constructor` is in every object, and no register.
  return Object.hasOwn(model.registers, name) ? model.registers[name] : registers.get(name.toLowerCase())
}

/** Tells whether its list and its records have pages for whoever `may` pass these gates. What its calls tell hangs on its access alone. */
export const opensPages = ({ access, views }: Register, may: (gate: string | undefined) => boolean): boolean =>
  may(access.see) && (views.gate === undefined || may(views.gate))

/** Registers with calls of their own: not the rows of child lists. */
export const topLevelRegisters = (model: Model): readonly Register[] =>
  Object.values(model.registers).filter(register => register.parent === undefined)

/** Fields by which people name a record with one number: its code, a bar code, and what is searched for and no two may share. */
export const identifyingFields = ({ fields, code, unique }: Register): readonly Field[] =>
  fields.filter(field => {
    if (!field.stored || field.secret) return false
    if (field.name === code || field.refine?.check === 'ean') return true
    return (
      field.search &&
      kindByName(field.kind).words &&
      unique.some(one => one.fields.length === 1 && one.where === undefined && one.fields[0] === field.name)
    )
  })
