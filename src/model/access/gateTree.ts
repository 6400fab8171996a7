import type { Expression } from '../model.ts'

/** A gate as a tree: the part of CEL that permissions need. */
export type GateTree =
  | { readonly all: readonly GateTree[] }
  | { readonly any: readonly GateTree[] }
  | { readonly not: GateTree }
  | { readonly name: string; readonly at: number }
  | { readonly always: boolean }

/** A gate that cannot be read, with the character at which reading stopped. */
export class GateError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const trees = new Map<string, GateTree>()

/** Reads a gate: names, `store.<feature>`, `!`, `&&`, `||`, brackets, true and false. */
export function parseGate(gate: Expression): GateTree {
  let tree = trees.get(gate)
  if (tree === undefined) {
    tree = new GateReader(gate).read()
    trees.set(gate, tree)
  }
  return tree
}

class GateReader {
  private readonly text: string
  private readonly tokens: { text: string; at: number }[] = []
  private next = 0

  constructor(text: string) {
    this.text = text
    const pattern = /\s*(&&|\|\||[!()]|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|$)/y
    while (pattern.lastIndex < text.length) {
      const from = pattern.lastIndex
      const token = pattern.exec(text)?.[1]
      if (token === undefined) throw new GateError(`"${text.slice(from).trim().charAt(0)}" cannot stand in a gate.`, from)
      if (token !== '') this.tokens.push({ text: token, at: pattern.lastIndex - token.length })
      else break
    }
  }

  read(): GateTree {
    const tree = this.any()
    const rest = this.tokens[this.next]
    if (rest) throw new GateError(`"${rest.text}" is not expected here.`, rest.at)
    return tree
  }

  private any(): GateTree {
    const parts = [this.all()]
    while (this.take('||')) parts.push(this.all())
    return parts.length === 1 && parts[0] ? parts[0] : { any: parts }
  }

  private all(): GateTree {
    const parts = [this.one()]
    while (this.take('&&')) parts.push(this.one())
    return parts.length === 1 && parts[0] ? parts[0] : { all: parts }
  }

  private one(): GateTree {
    if (this.take('!')) return { not: this.one() }
    if (this.take('(')) {
      const inner = this.any()
      if (!this.take(')')) throw new GateError('A ")" is missing.', this.tokens[this.next]?.at ?? this.text.length)
      return inner
    }
    const token = this.tokens[this.next]
    if (token === undefined || !/^\w/.test(token.text)) throw new GateError('A name is missing.', token?.at ?? this.text.length)
    this.next += 1
    return token.text === 'true' || token.text === 'false'
      ? { always: token.text === 'true' }
      : { name: token.text, at: token.at }
  }

  private take(text: string): boolean {
    if (this.tokens[this.next]?.text !== text) return false
    this.next += 1
    return true
  }
}

/** Names that a gate uses, with their places. */
export function gateNames(tree: GateTree): { name: string; at: number }[] {
  if ('name' in tree) return [tree]
  if ('not' in tree) return gateNames(tree.not)
  if ('always' in tree) return []
  return ('all' in tree ? tree.all : tree.any).flatMap(gateNames)
}

/** Tells whether the gate opens for nobody, whoever asks: its own words say so. */
export const isShut = (tree: GateTree): boolean => constantOf(tree) === false

/** The value of a gate whatever its names hold; undefined where one of them decides. */
function constantOf(tree: GateTree): boolean | undefined {
  if ('always' in tree) return tree.always
  if ('name' in tree) return undefined
  if ('not' in tree) {
    const inner = constantOf(tree.not)
    return inner === undefined ? undefined : !inner
  }
  const [parts, decides] = 'all' in tree ? [tree.all.map(constantOf), false] : [tree.any.map(constantOf), true]
  if (parts.includes(decides)) return decides
  return parts.includes(undefined) ? undefined : !decides
}
