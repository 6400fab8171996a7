import { permissionOfEmployee } from '../../scripts/describe/gate.ts'
import { gateAllows, type Permission } from '../../src/model/access/gate.ts'
import { gateNames, parseGate } from '../../src/model/access/gateTree.ts'
import type { Expression, Model } from '../../src/model/model.ts'
import type { Role } from '../scenes.ts'

/** The permissions of each role: the employee sees and edits the catalogue, as in the demo. */
export const employeeFlags = ['cardapio_ver', 'cardapio_editar', 'cadastros_ver']

/** `gate`: of the page that is shown. An employee who could not open it holds the flags that it asks for as well. */
export function permissionOfRole(model: Model, role: Role, gate?: Expression): Permission {
  const all = role === 'administrator' || role === 'owner'
  const held = role === 'employee' ? flagsFor(model, gate) : new Set<string>()
  const holds = (flag: string): boolean => all || held.has(flag)
  return {
    admin: role === 'administrator',
    owner: all,
    logged: true,
    flags: Object.fromEntries(model.flags.map(flag => [flag.name, holds(flag.name)])),
    store: Object.fromEntries(model.features.map(feature => [feature, true])),
  }
}

function flagsFor(model: Model, gate: Expression | undefined): ReadonlySet<string> {
  const usual = new Set(employeeFlags)
  if (gate === undefined || gateAllows(gate, permissionOfEmployee(model, usual))) return usual
  return new Set([...usual, ...gateNames(parseGate(gate)).map(({ name }) => name)])
}
