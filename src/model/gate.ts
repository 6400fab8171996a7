import { type GateTree, parseGate } from './gateTree.ts'
import type { Expression, Model, Rights } from './model.ts'

/** What the signed-in user is and may do in the chosen store. */
export interface Permission {
  readonly admin: boolean
  readonly owner: boolean
  readonly logged: boolean
  readonly flags: Readonly<Record<string, boolean>>
  /** Store features. */
  readonly store: Readonly<Record<string, boolean>>
}

/**
 * Whether the gate lets this permission through. Administrators and owners pass every flag, for flags narrow employees only;
 * a store feature that is off stops everyone.
 */
export function answer(gate: Expression, permission: Permission): boolean {
  return holds(parseGate(gate), permission)
}

function holds(tree: GateTree, p: Permission): boolean {
  if ('always' in tree) return tree.always
  if ('not' in tree) return !holds(tree.not, p)
  if ('all' in tree) return tree.all.every(part => holds(part, p))
  if ('any' in tree) return tree.any.some(part => holds(part, p))
  return nameHolds(tree.name, p)
}

function nameHolds(name: string, p: Permission): boolean {
  if (name === 'logged') return p.logged
  if (name === 'admin') return p.admin
  // "Admin or owner" everywhere means both: an administrator stands in for the owner of every store.
  if (name === 'owner') return p.owner || p.admin
  if (name.startsWith('store.')) return p.store[name.slice('store.'.length)] ?? false
  return p.admin || p.owner || (p.flags[name] ?? false)
}

const gatesByModel = new WeakMap<Model, readonly Expression[]>()

/** Every gate that the Model holds, each text once. */
export function gatesOf(model: Model): readonly Expression[] {
  let gates = gatesByModel.get(model)
  if (gates === undefined) {
    const found = new Set<string>(['logged', 'admin', 'owner'])
    const add = (gate: Expression | undefined): void => {
      if (gate !== undefined) found.add(gate)
    }
    for (const register of Object.values(model.registers)) {
      for (const gate of Object.values(register.access)) add(gate)
      for (const action of register.views.actions) add(action.gate)
      for (const part of register.views.form.parts) add(part.gate)
    }
    for (const group of model.menu) {
      add(group.gate)
      for (const item of group.items) add(item.gate)
    }
    for (const page of [...Object.values(model.screens), ...Object.values(model.imports)]) add(page.gate)
    for (const flag of model.flags) add(flag.name)
    gates = [...found]
    gatesByModel.set(model, gates)
  }
  return gates
}

/** Every gate of the Model, answered for this permission. */
export const rightsOf = (model: Model, permission: Permission): Rights =>
  Object.fromEntries(gatesOf(model).map(gate => [gate, answer(gate, permission)]))
