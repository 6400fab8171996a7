import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { targetOf } from '../field.ts'
import type { Expression, Field, Model, Register } from '../model.ts'
import type { ScreenForm } from '../screen.ts'
import { GateError, type GateTree, parseGate } from './gateTree.ts'

/** A screen in whose fields or filter people choose records of a register, and for whom it does. */
export interface ChoosingPlace {
  readonly register: Register
  /** Any of them opens it. */
  readonly gates: readonly Expression[]
}

const known = new WeakMap<Model, Map<Register, readonly ChoosingPlace[]>>()

/**
 * Where records of a register are chosen: in a field, by who may write it, and in a filter, by who sees the list. Whoever may do
 * neither has no use for the names of its records.
 */
export const choosingPlacesOf = (model: Model, register: Register): readonly ChoosingPlace[] =>
  memoizeByKey(
    memoizeByKey(known, model, () => new Map<Register, readonly ChoosingPlace[]>()),
    register,
    () => findPlaces(model, register),
  )

function findPlaces(model: Model, { name }: Register): ChoosingPlace[] {
  const places = new Map<Register, Set<Expression>>()
  for (const referring of Object.values(model.registers)) {
    const place = referring.parent ? model.registers[referring.parent.register] : referring
    if (!place) continue
    const fields = referring.fields.filter(field => !field.readOnly && targetOf(field)?.to === name)
    for (const gate of fields.flatMap(field => [...writers(place, field), ...filterers(referring, field)]))
      memoizeByKey(places, place, () => new Set<Expression>()).add(gate)
  }
  return [...places].map(([register, gates]) => ({ register, gates: [...gates] }))
}

function writers({ access: { create, change } }: Register, { readOnlyWhen }: Field): Expression[] {
  const acts = [create, change].filter(gate => gate !== undefined)
  const closed = readOnlyWhen === undefined ? undefined : askedOfThePerson(readOnlyWhen)
  return closed === undefined ? acts : acts.map(gate => `(${gate}) && !(${closed})`)
}

const filterers = ({ access: { see }, views }: Register, { name }: Field): Expression[] =>
  see !== undefined && views.filter.fields.some(({ field }) => field === name) ? [see] : []

/** A condition as a gate, where it asks only who the person is (`!user.admin`). */
function askedOfThePerson(condition: Expression): Expression | undefined {
  const gate = condition.replace(/\buser\.(?=(?:admin|owner)\b)/g, '')
  try {
    return namesOnly(parseGate(gate)) ? gate : undefined
  } catch (error) {
    if (error instanceof GateError) return undefined
    throw error
  }
}

function namesOnly(tree: GateTree): boolean {
  if ('always' in tree) return true
  if ('not' in tree) return namesOnly(tree.not)
  if ('name' in tree) return tree.name === 'admin' || tree.name === 'owner'
  return ('all' in tree ? tree.all : tree.any).every(namesOnly)
}

/** Forms of screens in which a record of the register is chosen, with the gate of the screen: those who may open it choose. */
export const formsChoosing = (
  { screens }: Pick<Model, 'screens'>,
  { name }: Pick<Register, 'name'>,
): readonly { readonly title: string; readonly gate: Expression; readonly form: ScreenForm }[] =>
  Object.values(screens).flatMap(({ title, gate, body }) =>
    'form' in body && body.form.fields.some(({ reference }) => reference?.to === name) ? [{ title, gate, form: body.form }] : [],
  )
