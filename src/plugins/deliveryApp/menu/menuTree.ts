/** A value that a realtime database holds at an address: nothing empty, no lists. */
export type Leaf = string | number | boolean
export interface Tree {
  readonly [name: string]: Tree | Leaf
}

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** A branch of what stands at these names; undefined where nothing does, since what is empty is not kept. */
export function branchOf(entries: Iterable<readonly [string, Tree | Leaf | undefined]>): Tree | undefined {
  const kept: Record<string, Tree | Leaf> = {}
  let isEmpty = true
  for (const [name, value] of entries) {
    if (value === undefined || (isTree(value) && isBare(value))) continue
    kept[name] = value
    isEmpty = false
  }
  return isEmpty ? undefined : kept
}

function isBare(tree: Tree): boolean {
  for (const name in tree) if (Object.hasOwn(tree, name)) return false
  return true
}

/**
 * Returns the database's answer as it was put there: the database gives branches with names that count up as lists, with holes where one is missing,
 * and knows neither empty branches nor nothing.
 */
export function treeOf(value: unknown): Tree | Leaf | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return undefined
  return branchOf(Object.entries(value).map(([name, one]) => [name, treeOf(one)]))
}

/**
 * Returns the changes that make one tree of another: a value, a whole branch or null by its path. Sent as one update of several places they are done
 * at once, or not at all.
 */
export function differencesOf(before: Tree | Leaf | undefined, after: Tree): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const compare = (was: Tree, is: Tree, path: string): void => {
    for (const name of Object.keys(was)) if (!Object.hasOwn(is, name)) found[`${path}${name}`] = null
    for (const [name, value] of Object.entries(is)) {
      const old = Object.hasOwn(was, name) ? was[name] : undefined
      if (isTree(value) && isTree(old)) compare(old, value, `${path}${name}/`)
      else if (old !== value) found[`${path}${name}`] = value
    }
  }
  compare(isTree(before) ? before : {}, after, '')
  return found
}
