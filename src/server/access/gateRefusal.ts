import { type GateTree, parseGate } from '../../model/access/gateTree.ts'
import type { Expression, Model, Rights } from '../../model/model.ts'
import { ApiError } from '../error.ts'

/** Returns the refusal (403) of somebody with these rights by a gate. It names the permissions that are missing, where permissions would open it. */
export function gateRefusal({ flags }: Pick<Model, 'flags'>, gate: Expression | undefined, rights: Rights): ApiError {
  const missing = gate === undefined ? undefined : missingFlags(parseGate(gate), rights)
  if (!missing || missing.length === 0) return new ApiError(403, 'forbidden')
  const titles = [...new Set(missing)].map(name => flags.find(flag => flag.name === name)?.title ?? name)
  return new ApiError(403, 'right-missing', { right: titles.map(title => `"${title}"`).join(' e ') })
}

/** The fewest flags that would open a gate; nothing where flags alone do not. */
function missingFlags(tree: GateTree, rights: Rights): readonly string[] | undefined {
  if ('always' in tree) return tree.always ? [] : undefined
  if ('not' in tree) return missingFlags(tree.not, rights)?.length === 0 ? undefined : []
  if ('name' in tree) {
    // Features are the store's, and no right of a person.
    if (rights[tree.name] === true || tree.name.startsWith('store.')) return []
    return roles.has(tree.name) ? undefined : [tree.name]
  }
  const parts = ('all' in tree ? tree.all : tree.any).map(part => missingFlags(part, rights))
  if ('all' in tree) return parts.some(part => part === undefined) ? undefined : parts.flatMap(part => part ?? [])
  return parts.filter(part => part !== undefined).sort((one, other) => one.length - other.length)[0]
}

const roles: ReadonlySet<string> = new Set(['admin', 'owner', 'logged'])
