import type { ASTNode } from '@marcbachmann/cel-js'
import { isRecord } from '../../../base/record.ts'
import type { Choice } from '../../../kinds/kind.ts'
import type { ExpressionScope } from '../../expression.ts'

/** A value that is compared with a choice and is none of its options. */
export interface ForeignOption {
  readonly value: string
  readonly name: string
  readonly options: readonly string[]
  /** Character of the expression at which it stands. */
  readonly at: number
}

/** Values in an expression that a choice is compared with, though it never has them: `status == 'CANCELADO'` of CANCELADA. */
export function foreignOptions(expression: string, scope: ExpressionScope): ForeignOption[] {
  return nodesBelow(scope.environment.parse(expression).ast).flatMap(node => {
    if (!['==', '!=', 'in'].includes(node.op)) return []
    const [left, right] = childNodesOf(node)
    if (!left || !right) return []
    const sides = node.op === 'in' ? [[left, right] as const] : [[left, right] as const, [right, left] as const]
    return sides.flatMap(([subject, values]) => compared(subject, values, scope))
  })
}

function compared(subject: ASTNode, values: ASTNode, scope: ExpressionScope): ForeignOption[] {
  const named = choicesOf(subject, scope)
  if (!named?.choices) return []
  const options = named.choices.map(choice => String(choice.value))
  const literals = values.op === 'list' ? childNodesOf(values) : [values]
  return literals.flatMap(literal => {
    if (literal.op !== 'value' || typeof literal.args === 'boolean') return []
    const value = String(literal.args)
    // An empty choice is its type's zero.
    const isNone = value === '' || value === '0' || literal.args === null
    return isNone || options.includes(value) ? [] : [{ value, name: named.name, options, at: literal.start ?? 0 }]
  })
}

interface NamedChoices {
  readonly name: string
  readonly choices: readonly Choice[] | undefined
}

function choicesOf(node: ASTNode, scope: ExpressionScope): NamedChoices | undefined {
  if (node.op === 'id') return { name: node.args, choices: scope.valuesOf(node.args)?.choices }
  if (node.op !== '.') return undefined
  const [holder, name] = node.args
  const row = typeOf(holder, scope)
  return row === undefined ? undefined : { name, choices: scope.valuesOf(name, row)?.choices }
}

/** The type of the row that a name or a path of names leads to. */
export function typeOf(node: ASTNode, scope: ExpressionScope): string | undefined {
  if (node.op === 'id') return scope.typeOf(node.args)
  if (node.op !== '.') return undefined
  const [holder, name] = node.args
  const row = typeOf(holder, scope)
  return row === undefined ? undefined : scope.memberType(row, name)
}

const isNode = (value: unknown): value is ASTNode => isRecord(value) && typeof value.op === 'string'

export const childNodesOf = (node: ASTNode): ASTNode[] => nodesIn(node.args)

const nodesIn = (value: unknown): ASTNode[] => (Array.isArray(value) ? value.flatMap(nodesIn) : isNode(value) ? [value] : [])

export const nodesBelow = (node: ASTNode): ASTNode[] => [node, ...childNodesOf(node).flatMap(nodesBelow)]
