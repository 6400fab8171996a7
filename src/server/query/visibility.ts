import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { choosingPlacesOf, formsChoosing } from '../../model/access/choosing.ts'
import { targetOf } from '../../model/field.ts'
import type { Model, RecordAccess, Register, Rights } from '../../model/model.ts'
import { gateOf } from '../../model/register.ts'
import type { Report } from '../../model/report.ts'
import { referenceLabelColumns, type Table } from './table.ts'

/** How much of a register somebody sees: all, only what names a record (to choose it in a reference), or nothing. */
export type Visibility = 'full' | 'brief' | 'none'

/** Tells whether an act's gate is open; an act without a gate is offered to nobody. */
export function isActAllowed(register: Register, act: RecordAccess, rights: Rights): boolean {
  const gate = gateOf(register, act)
  return gate !== undefined && rights[gate] === true
}

const answers = new WeakMap<Rights, Map<string, Visibility>>()

/** Returns the part of a register that somebody with these rights may see. Rights are answers about one Model, so they are the key of the memory. */
export function visibilityOf(model: Model, register: Register, rights: Rights): Visibility {
  const known = memoizeByKey(answers, rights, () => new Map<string, Visibility>())
  return memoizeByKey(known, register.name, () => look(model, register, rights))
}

function look(model: Model, register: Register, rights: Rights): Visibility {
  const parent = register.parent && model.registers[register.parent.register]
  if (parent) return visibilityOf(model, parent, rights) === 'full' ? 'full' : 'none'
  if (isActAllowed(register, 'see', rights)) return 'full'
  const asked = [...askers(model, register), ...formsChoosing(model, register)].some(({ gate }) => rights[gate] === true)
  const chosen = choosingPlacesOf(model, register).some(({ gates }) => gates.some(gate => rights[gate] === true))
  return asked || chosen ? 'brief' : 'none'
}

/** Registers with a field in which a person chooses a record of this one. */
const choosers = (model: Model, register: Register): Register[] =>
  Object.values(model.registers).filter(({ fields }) =>
    fields.some(field => !field.readOnly && targetOf(field)?.to === register.name),
  )

/** Reports that ask for a record of this register. */
const askers = (model: Model, register: Register): Report[] =>
  Object.values(model.reports).filter(({ parameters }) => parameters.some(({ reference }) => reference?.to === register.name))

/** Fields that may be compared by somebody who sees a register only briefly: what names a record, and what narrows the choices. */
export function comparableFields(model: Model, table: Table): Set<string> {
  const names = new Set(referenceLabelColumns(table).map(column => column.name))
  for (const chooser of choosers(model, table.register)) {
    for (const field of chooser.fields) {
      const target = targetOf(field)
      if (target?.to === table.register.name && target.where) collect(target.where, names)
    }
  }
  const forms = formsChoosing(model, table.register).map(({ form }) => form.fields)
  for (const fields of [...askers(model, table.register).map(({ parameters }) => parameters), ...forms]) {
    for (const { reference } of fields)
      if (reference?.to === table.register.name && reference.where) collect(reference.where, names)
  }
  return names
}

function collect(where: unknown, names: Set<string>): void {
  if (Array.isArray(where)) for (const branch of where) collect(branch, names)
  else if (typeof where === 'object' && where !== null) {
    for (const [name, value] of Object.entries(where)) {
      if (name === 'and' || name === 'or') collect(value, names)
      else names.add(name)
    }
  }
}
