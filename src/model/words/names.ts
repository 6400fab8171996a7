import type { ASTNode } from '@marcbachmann/cel-js'
import type { ChildList, Field, Model, Register } from '../model.ts'
import { fieldOf, listOf, relationOf } from '../register.ts'

/** What the names of an expression stand for. */
export interface Names {
  readonly model: Model
  /** The record's fields: a register's or a screen's. */
  readonly fields: readonly Field[]
  readonly register?: Register
  /** Rows that a comprehension names: `itens.all(i, i.valor > 0)`. */
  readonly rows?: ReadonlyMap<string, Register>
}

export const namesOfRegister = (model: Model, register: Register): Names => ({ model, register, fields: register.fields })

export const storeRegister = ({ model }: Names): Register | undefined =>
  Object.values(model.registers).find(({ scope, from }) => scope === 'self' && from === undefined)

/** The register whose record a node names: the store, the parent, what a reference points to, a row. */
export function recordOf(node: ASTNode, names: Names): Register | undefined {
  if (node.op === '[]') return rowsOf(node.args[0], names)
  if (node.op !== 'id') return undefined
  const name = node.args
  const row = names.rows?.get(name)
  if (row) return row
  if (name === 'store') return storeRegister(names)
  if (name === 'parent') return names.model.registers[names.register?.parent?.register ?? '']
  const relation = names.register && relationOf(names.register, name)
  return relation?.kind === 'reference' ? names.model.registers[relation.register] : undefined
}

/** The child list that a node names. */
export function childListOf(node: ASTNode, names: Names): ChildList | undefined {
  if (node.op === 'id') return names.register && listOf(names.register, node.args)
  if (node.op !== '.') return undefined
  const owner = recordOf(node.args[0], names)
  return owner && listOf(owner, node.args[1])
}

/** The register of the rows that a list holds. */
export function rowsOf(node: ASTNode, names: Names): Register | undefined {
  return names.model.registers[childListOf(node, names)?.register ?? '']
}

/** The field that a node names, of the record itself or of one beside it. */
export function namedField(node: ASTNode, names: Names): Field | undefined {
  if (node.op === 'id') return names.fields.find(field => field.name === node.args)
  if (node.op !== '.') return undefined
  const owner = recordOf(node.args[0], names)
  return owner && fieldOf(owner, node.args[1])
}

/** The title of what a node names: a field, a child list, what a reference points to. */
export function titleOf(node: ASTNode, names: Names): string | undefined {
  const known = namedField(node, names)?.title ?? childListOf(node, names)?.title
  return known ?? (node.op === 'id' ? names.fields.find(field => field.reference?.as === node.args)?.title : undefined)
}
