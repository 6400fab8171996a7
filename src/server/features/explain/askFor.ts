import { gateAllows, type Permission } from '../../../model/access/gate.ts'
import { type GateTree, parseGate } from '../../../model/access/gateTree.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { gateText, lackName } from './whyClosed.ts'

/** Names the rights that an owner may give and that open a gate: `a permissão “Cadastros”`. Undefined where no owner can give it. */
export function askFor(gate: string | undefined, permission: Permission, model: Model): string | undefined {
  return gate === undefined || gate === 'false' ? undefined : phrase(parseGate(gate), permission, model)
}

function phrase(tree: GateTree, permission: Permission, model: Model): string | undefined {
  if ('name' in tree) {
    const isFlag = model.flags.some(({ name }) => name === tree.name)
    return isFlag ? lackName(tree.name, model) : undefined
  }
  const all = 'all' in tree
  if (!all && !('any' in tree)) return undefined
  const parts = all ? tree.all.filter(part => !gateAllows(gateText(part), permission)) : tree.any
  const named = parts.map(part => phrase(part, permission, model))
  const said = named.filter(text => text !== undefined)
  if (said.length === 0 || (all && said.length < named.length)) return undefined
  return said.join(formatMessage(model, all ? 'explain.and' : 'explain.or'))
}
