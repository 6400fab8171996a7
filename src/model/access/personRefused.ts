import type { Expression } from '../model.ts'
import { gateAllows, type Permission } from './gate.ts'
import { type GateTree, gateNames, parseGate } from './gateTree.ts'

/** Flags and features of the compared gates at most: each doubles the people that are thought of. */
const mostNames = 12

const roles: ReadonlySet<string> = new Set(['admin', 'owner', 'logged'])

/**
 * Returns somebody whom all gates `given` let through and `needed` refuses: the one with the fewest flags and features; undefined where there is
 * nobody, and where a gate cannot be read or names too many. `visitors`: people without a session come, too.
 */
export function personRefused(given: readonly Expression[], needed: Expression, visitors = false): Permission | undefined {
  const names = namesThatCount(given, needed)
  if (names === undefined || names.length > mostNames) return undefined
  for (const person of peopleWith(names, visitors))
    if (given.every(gate => gateAllows(gate, person)) && !gateAllows(needed, person)) return person
  return undefined
}

/** Tells whether there can be anybody whom all gates let through. */
export const letsAnybody = (gates: readonly Expression[]): boolean => {
  const names = namesThatCount(gates, 'false')
  return names === undefined || names.length > mostNames || personRefused(gates, 'false') !== undefined
}

/** Names that make a difference: one that only opens `needed` is best not held by whoever is refused. */
function namesThatCount(given: readonly Expression[], needed: Expression): string[] | undefined {
  try {
    const names = [...given.flatMap(gate => gateNames(parseGate(gate))), ...closingNames(parseGate(needed), false)]
    return [...new Set(names.map(({ name }) => name))].filter(name => !roles.has(name))
  } catch {
    // The answer to what cannot be read is told where it stands.
    return undefined
  }
}

/** Names that close a gate for who holds them: those behind a "!". */
function closingNames(tree: GateTree, closed: boolean): { readonly name: string }[] {
  if ('always' in tree) return []
  if ('name' in tree) return closed ? [tree] : []
  if ('not' in tree) return closingNames(tree.not, !closed)
  return ('all' in tree ? tree.all : tree.any).flatMap(part => closingNames(part, closed))
}

/** Employees, owners and administrators with any of the flags and features, those with few of them first. */
function* peopleWith(names: readonly string[], visitors: boolean): Generator<Permission> {
  if (visitors) yield { admin: false, owner: false, logged: false, flags: {}, store: {} }
  const sets = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_name, i) => bits & (1 << i)))
  for (const on of sets.sort((one, other) => one.length - other.length)) {
    const features = on.filter(name => name.startsWith('store.')).map(name => [name.slice('store.'.length), true])
    const store = Object.fromEntries(features)
    const flags = Object.fromEntries(on.filter(name => !name.startsWith('store.')).map(name => [name, true]))
    yield { admin: false, owner: false, logged: true, flags, store }
    yield { admin: false, owner: true, logged: true, flags, store }
    yield { admin: true, owner: false, logged: true, flags, store }
  }
}
