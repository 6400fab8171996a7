import type { ASTNode } from '@marcbachmann/cel-js'
import type { ChildList, Field, Model, Register } from '../../src/model/model.ts'
import { childListNamed, fieldOf, relationOf } from '../../src/model/register.ts'

/** The meanings of the names in an expression. */
export interface ExpressionNames {
  readonly model: Model
  /** The record's fields: a register's or a screen's. */
  readonly fields: readonly Field[]
  readonly register?: Register
  /** Rows that a comprehension names: `itens.all(i, i.valor > 0)`. */
  readonly rows?: ReadonlyMap<string, Register>
}

export const expressionNamesOf = (model: Model, register: Register): ExpressionNames => ({
  model,
  register,
  fields: register.fields,
})

export const storeRegister = ({ model }: ExpressionNames): Register | undefined =>
  Object.values(model.registers).find(({ scope, from }) => scope === 'self' && from === undefined)

/** The register whose record a node names: the store, the parent, what a reference points to, a row. */
export function registerOfNode(node: ASTNode, names: ExpressionNames): Register | undefined {
  if (node.op === '[]') return rowRegisterOfNode(node.args[0], names)
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
export function childListOfNode(node: ASTNode, names: ExpressionNames): ChildList | undefined {
  if (node.op === 'id') return names.register && childListNamed(names.register, node.args)
  if (node.op !== '.') return undefined
  const owner = registerOfNode(node.args[0], names)
  return owner && childListNamed(owner, node.args[1])
}

/** The register of the rows that a list holds. */
export function rowRegisterOfNode(node: ASTNode, names: ExpressionNames): Register | undefined {
  return names.model.registers[childListOfNode(node, names)?.register ?? '']
}

/** The field that a node names, of the record itself or of one beside it. */
export function fieldOfNode(node: ASTNode, names: ExpressionNames): Field | undefined {
  if (node.op === 'id') return names.fields.find(field => field.name === node.args)
  if (node.op !== '.') return undefined
  const owner = registerOfNode(node.args[0], names)
  return owner && fieldOf(owner, node.args[1])
}

/** The title of what a node names: a field, a child list, what a reference points to. */
export function titleOfNode(node: ASTNode, names: ExpressionNames): string | undefined {
  const known = fieldOfNode(node, names)?.title ?? childListOfNode(node, names)?.title
  return known ?? (node.op === 'id' ? names.fields.find(field => field.reference?.as === node.args)?.title : undefined)
}
