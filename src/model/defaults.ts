import { memoizeByKey } from '../base/memoizeByKey.ts'
import { isUploaded, kindByName } from '../kinds/values.ts'
import { referencesOf } from './expression/referenceReads.ts'
import { includedRecord } from './expression/row.ts'
import { type EvaluationContext, evaluate } from './expression.ts'
import type { Field, Model, Register } from './model.ts'
import { isSystemField } from './register.ts'

/** The user, the store and the moment of a new record. */
export type RecordOrigin = Pick<EvaluationContext, 'user' | 'store' | 'zone' | 'now' | 'parent'>

type Values = Record<string, unknown>

/** A new record as the form opens with it: defaults, empty fields, empty child lists. */
export function newRecord(model: Model, registerName: string, origin: RecordOrigin = {}): Values {
  const register = model.registers[registerName]
  const empty: Values = {}
  for (const field of register?.fields ?? []) {
    const { alwaysSet, zero = null } = kindByName(field.kind)
    if (!isSystemField(field.name) && field.compute === undefined) empty[field.name] = alwaysSet ? zero : null
  }
  for (const list of register?.lists ?? []) empty[list.name] = []
  return { ...empty, ...defaultsOf(model, registerName, {}, origin) }
}

/** The record with the defaults of the fields that it lacks. A field that is there, empty or not, stays as it is. */
export const withDefaults = (
  model: Model,
  registerName: string,
  record: Readonly<Values>,
  origin: RecordOrigin = {},
): Values => ({
  ...record,
  ...defaultsOf(model, registerName, record, origin),
})

/** The fields of a register that have a default: they are few, and asked for with every new record. */
interface FieldsWithDefault {
  readonly usual: readonly Field[]
  readonly asked: readonly Field[]
}

const withDefault = new WeakMap<Register, FieldsWithDefault>()

/** Defaults of what is missing; those that are computed see the plain ones. */
function defaultsOf(model: Model, registerName: string, record: Readonly<Values>, origin: RecordOrigin): Values {
  const register = model.registers[registerName]
  if (!register) return {}
  const { usual, asked } = memoizeByKey(withDefault, register, () => ({
    usual: register.fields.filter(field => field.default !== undefined),
    asked: register.fields.filter(field => field.defaultWhen !== undefined),
  }))
  const plain: Values = {}
  for (const field of usual) if (record[field.name] === undefined) plain[field.name] = field.default
  // Values that make a record one of this register are no matter of defaults.
  Object.assign(plain, register.from?.where)
  if (!asked.some(field => record[field.name] === undefined)) return plain
  const computed: Values = {}
  for (const field of asked) {
    if (record[field.name] !== undefined) continue
    const value = computedDefault(model, registerName, field, { ...origin, record: { ...record, ...plain }, isNew: true })
    if (value !== undefined) computed[field.name] = value
  }
  return { ...plain, ...computed }
}

/** The default that an expression gives. One that reads another record gives none as long as no record is chosen. */
export function computedDefault(model: Model, registerName: string, field: Field, moment: EvaluationContext): unknown {
  const register = model.registers[registerName]
  if (field.defaultWhen === undefined || !register) return undefined
  const lacks = referencesOf(model, register, field.defaultWhen).some(as => {
    const reference = register.fields.find(each => each.reference?.as === as)
    return reference === undefined || includedRecord(moment.record, reference.name, as) === undefined
  })
  const value = lacks ? undefined : evaluate(model, registerName, field.defaultWhen, moment)
  // A reference that is empty is 0 or '' in an expression, and no key.
  return field.reference && (value === 0 || value === '') ? undefined : value
}

/** A copy to be saved as a new record: without key, dates, images, what is kept by the server, and ids of child rows. */
export function cloneRecord(model: Model, registerName: string, record: Readonly<Values>): Values {
  const register = model.registers[registerName]
  const copy: Values = {}
  for (const field of register?.fields ?? []) {
    const dropped = isSystemField(field.name) || field.readOnly || !field.clone || field.secret || isUploaded(field)
    if (!dropped && record[field.name] !== undefined) copy[field.name] = record[field.name]
  }
  for (const list of register?.lists ?? []) {
    const rows = record[list.name]
    copy[list.name] = list.clone && Array.isArray(rows) ? rows.map(row => cloneRow(model, list.register, list.by, row)) : []
  }
  return copy
}

function cloneRow(model: Model, registerName: string, by: string, row: Readonly<Values>): Values {
  const { [by]: _parent, ...copy } = cloneRecord(model, registerName, row)
  return copy
}
