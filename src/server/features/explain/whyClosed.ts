import type { MissingRight } from '../../../api/explain.ts'
import { gateAllows, type Permission } from '../../../model/access/gate.ts'
import { type GateTree, parseGate } from '../../../model/access/gateTree.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'

const STORE = 'store.'

/** Why a gate is closed, in words, and what would open it. */
export function whyClosed(
  gate: string | undefined,
  permission: Permission,
  model: Model,
): { motivo: string; falta: MissingRight[] } {
  if (gate === undefined || gate === 'false') return { motivo: formatMessage(model, 'explain.nobody'), falta: [] }
  const tree = parseGate(gate)
  const falta = new Map(lacksOf(tree, permission, model).map(lack => [lack.nome, lack]))
  return { motivo: formatMessage(model, 'explain.lacks', { what: phrase(tree, permission, model) }), falta: [...falta.values()] }
}

/** Returns the obstacles: of several rights that are all needed only the missing ones. */
function lacksOf(tree: GateTree, permission: Permission, model: Model): MissingRight[] {
  if ('name' in tree) return [lackOf(tree.name, model)]
  if ('all' in tree) return tree.all.filter(part => !opens(part, permission)).flatMap(part => lacksOf(part, permission, model))
  if ('any' in tree) return tree.any.flatMap(part => lacksOf(part, permission, model))
  return []
}

function phrase(tree: GateTree, permission: Permission, model: Model): string {
  if ('name' in tree) return lackName(tree.name, model)
  if ('not' in tree) return formatMessage(model, 'explain.not', { what: phrase(tree.not, permission, model) })
  if ('all' in tree)
    return tree.all
      .filter(part => !opens(part, permission))
      .map(part => phrase(part, permission, model))
      .join(formatMessage(model, 'explain.and'))
  if ('any' in tree) return tree.any.map(part => phrase(part, permission, model)).join(formatMessage(model, 'explain.or'))
  return formatMessage(model, 'explain.never')
}

/** A right as a text names it: `a permissão “Cadastros”`. */
export function lackName(name: string, model: Model): string {
  if (name === 'admin' || name === 'owner' || name === 'logged') return formatMessage(model, `explain.${name}`)
  const { titulo } = lackOf(name, model)
  return formatMessage(model, name.startsWith(STORE) ? 'explain.feature' : 'explain.flag', { title: titulo })
}

function lackOf(name: string, model: Model): MissingRight {
  if (name === 'admin' || name === 'owner' || name === 'logged')
    return { tipo: 'papel', nome: name, titulo: formatMessage(model, `explain.role-${name}`) }
  if (name.startsWith(STORE)) {
    const nome = name.slice(STORE.length)
    const store = Object.values(model.registers).find(({ scope, from }) => scope === 'self' && !from)
    return { tipo: 'recurso', nome, titulo: store?.fields.find(field => field.name === nome)?.title ?? nome }
  }
  return { tipo: 'flag', nome: name, titulo: model.flags.find(flag => flag.name === name)?.title ?? name }
}

const opens = (tree: GateTree, permission: Permission): boolean => gateAllows(gateText(tree), permission)

/** A gate as its definition would have it. */
export const gateText = (tree: GateTree): string => {
  if ('name' in tree) return tree.name
  if ('not' in tree) return `!(${gateText(tree.not)})`
  if ('always' in tree) return String(tree.always)
  return 'all' in tree ? `(${tree.all.map(gateText).join(' && ')})` : `(${tree.any.map(gateText).join(' || ')})`
}
