import { gateAllows, type Permission } from '../../src/model/access/gate.ts'
import { type GateTree, gateNames, parseGate } from '../../src/model/access/gateTree.ts'
import type { Expression, Model } from '../../src/model/model.ts'
import { joinWords } from './phrase.ts'

/** Returns who passes a gate, in words: 'Ver o cardápio', 'Proprietário e administrador', 'Ninguém'. */
export function describeGate(model: Model, gate: Expression | undefined): string {
  if (gate === undefined) return 'Ninguém'
  const tree = parseGate(gate)
  if ('always' in tree) return tree.always ? 'Qualquer pessoa que entrou' : 'Ninguém'
  return sayTree(model, withoutIdle(tree))
}

/** The owner stands for the administrator too, so "owner or admin" is the owner, wherever it stands. */
function withoutIdle(tree: GateTree): GateTree {
  if ('all' in tree) return { all: tree.all.map(withoutIdle) }
  if ('not' in tree) return { not: withoutIdle(tree.not) }
  if (!('any' in tree)) return tree
  const hasOwner = tree.any.some(part => 'name' in part && part.name === 'owner')
  const rest = tree.any.filter(part => !(hasOwner && 'name' in part && part.name === 'admin')).map(withoutIdle)
  const [first] = rest
  return rest.length === 1 && first ? first : { any: rest }
}

function sayTree(model: Model, tree: GateTree): string {
  if ('always' in tree) return tree.always ? 'sempre' : 'nunca'
  if ('not' in tree) return 'name' in tree.not ? sayLack(model, tree.not.name) : `não (${sayTree(model, tree.not)})`
  if ('name' in tree) return sayName(model, tree.name)
  if ('all' in tree)
    return joinWords(
      tree.all.map(part => bracketed(model, part)),
      'e',
    )
  return joinWords(
    tree.any.map(part => bracketed(model, part)),
    'ou',
  )
}

const bracketed = (model: Model, tree: GateTree): string =>
  'all' in tree || 'any' in tree ? `(${sayTree(model, tree)})` : sayTree(model, tree)

/** Returns who lacks a role, a flag or a feature: 'Quem não é proprietário nem administrador'. */
function sayLack(model: Model, name: string): string {
  if (name === 'logged') return 'Quem não entrou'
  if (name === 'admin') return 'Quem não é administrador da plataforma'
  if (name === 'owner') return 'Quem não é proprietário nem administrador'
  if (name.startsWith('store.')) return `loja sem ${featureTitle(model, name.slice('store.'.length))}`
  return `Quem não tem ${flagTitle(model, name)}`
}

function sayName(model: Model, name: string): string {
  if (name === 'logged') return 'Qualquer pessoa que entrou'
  if (name === 'admin') return 'Administrador da plataforma'
  if (name === 'owner') return 'Proprietário e administrador'
  if (name.startsWith('store.')) return `loja com ${featureTitle(model, name.slice('store.'.length))}`
  return flagTitle(model, name)
}

const flagTitle = (model: Model, name: string): string => model.flags.find(flag => flag.name === name)?.title ?? name

/** A store feature is a field of the store's own register: its title names it. */
export function featureTitle(model: Model, feature: string): string {
  const store = Object.values(model.registers).find(register => register.scope === 'self')
  return store?.fields.find(field => field.name === feature)?.title ?? feature
}

/** Somebody with every store feature and only these flags. */
export const permissionOfEmployee = (model: Model, flags: ReadonlySet<string>): Permission => ({
  admin: false,
  owner: false,
  logged: true,
  flags: Object.fromEntries(model.flags.map(flag => [flag.name, flags.has(flag.name)])),
  store: Object.fromEntries(model.features.map(feature => [feature, true])),
})

/** Returns the effect of a flag on a gate: opens it alone, opens it together with others, or nothing. */
export function flagEffect(model: Model, gate: Expression | undefined, flag: string): 'alone' | 'together' | undefined {
  if (gate === undefined || !gateNames(parseGate(gate)).some(({ name }) => name === flag)) return undefined
  if (gateAllows(gate, permissionOfEmployee(model, new Set()))) return undefined
  return gateAllows(gate, permissionOfEmployee(model, new Set([flag]))) ? 'alone' : 'together'
}
