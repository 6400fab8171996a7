import type { ASTNode } from '@marcbachmann/cel-js'

/** A chain of names that an expression follows, from a name of its scope on: `['itens', 'produto', 'preco']`. */
export type ReadPath = readonly string[]

/** Stands first in a chain whose beginning no type tells: `[unknownOwner, 'preco']` may be read of any record. */
export const unknownOwner = '?'

/** Types of names, as CEL has them: `decimal`, `row.produtos`, `list<row.produtos>`. */
export interface ReadTypes {
  /** Type of a name of the scope; undefined for a name that it does not have. */
  typeOf(name: string): string | undefined
  /** Type of a member of a register's row. */
  memberType(register: string, member: string): string | undefined
}

/** The result of a part of an expression: where it was read, and its type. Without a path it is no part of a record. */
interface Shape {
  readonly path?: ReadPath
  readonly type: string
}

const plain: Shape = { type: '' }

/**
 * Everything that a parsed expression reads, each chain by itself and by all that it begins with. The tree must be as it was parsed:
 * `compile` writes other names into it afterwards.
 */
export function readsOfTree(tree: ASTNode, types: ReadTypes): readonly ReadPath[] {
  const found = new Map<string, ReadPath>()
  const walk = new ReadWalk(types, path => found.set(path.join('.'), path))
  walk.shapeOf(tree, new Map())
  return [...found.values()]
}

const rowOf = (type: string | undefined): string | undefined => /row\.([^>]+)/.exec(type ?? '')?.[1]
const itemType = (type: string): string => /^list<(.+)>$/.exec(type)?.[1] ?? 'dyn'

const macros: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one'])

type Names = ReadonlyMap<string, Shape>

class ReadWalk {
  private readonly types: ReadTypes
  private readonly tell: (path: ReadPath) => void

  constructor(types: ReadTypes, tell: (path: ReadPath) => void) {
    this.types = types
    this.tell = tell
  }

  shapeOf(node: ASTNode, names: Names): Shape {
    switch (node.op) {
      case 'id':
        return names.get(node.args) ?? this.named(node.args)
      case '.':
      case '.?':
        return this.member(this.shapeOf(node.args[0], names), node.args[1])
      case '[]':
      case '[?]':
        this.shapeOf(node.args[1], names)
        return this.item(this.shapeOf(node.args[0], names))
      case 'rcall':
        return this.method(node.args[0], node.args[1], node.args[2], names)
      case '?:':
        return this.either(node.args, names)
      default:
        for (const child of nodesIn(node.args)) this.shapeOf(child, names)
        return plain
    }
  }

  private named(name: string): Shape {
    const type = this.types.typeOf(name)
    return type === undefined ? plain : this.told({ path: [name], type })
  }

  private told(shape: Shape): Shape {
    if (shape.path) this.tell(shape.path)
    return shape
  }

  private member({ path, type }: Shape, name: string): Shape {
    const row = rowOf(type)
    const own = row === undefined ? 'dyn' : (this.types.memberType(row, name) ?? 'dyn')
    return this.told({ path: path ? [...path, name] : [unknownOwner, name], type: own })
  }

  private item(list: Shape): Shape {
    return list.path ? { path: list.path, type: itemType(list.type) } : list
  }

  private method(name: string, receiver: ASTNode, args: readonly ASTNode[], names: Names): Shape {
    const [variable, body] = args
    if (name === 'bind' && variable?.op === 'id' && body && args[2])
      return this.shapeOf(args[2], new Map(names).set(variable.args, this.shapeOf(body, names)))
    const list = this.shapeOf(receiver, names)
    if (!macros.has(name) || variable?.op !== 'id') {
      for (const each of args) this.shapeOf(each, names)
      return plain
    }
    const inside = new Map(names).set(variable.args, this.item(list))
    const shapes = args.slice(1).map(each => this.shapeOf(each, inside))
    if (name === 'filter') return list
    const last = shapes.at(-1) ?? plain
    return name === 'map' && last.path ? { path: last.path, type: `list<${last.type}>` } : plain
  }

  /** Of two records nobody can tell which it is: what is read of it may be of any. */
  private either(nodes: readonly ASTNode[], names: Names): Shape {
    const [, first, second] = nodes.map(each => this.shapeOf(each, names))
    return first?.path?.join('.') === second?.path?.join('.') && first ? first : plain
  }
}

function nodesIn(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(nodesIn)
  return isNode(args) ? [args] : []
}

const isNode = (value: unknown): value is ASTNode => value !== null && typeof value === 'object' && 'op' in value
