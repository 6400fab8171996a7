import type { Expression, Register } from '../../../model/model.ts'
import type { EvaluateExpression } from './computedFields.ts'

/** An expression's last answer, and the values of the names that it reads. */
interface Known {
  readonly reads: readonly string[]
  readonly from: readonly unknown[]
  readonly answer: unknown
}

/**
 * Asks an expression anew only when something that it reads is another value: a key in one field concerns few of a form's
 * conditions and computed fields. `readsOf` gives the names, or nothing for an expression that is always asked anew.
 */
export function memoizeEvaluate(
  evaluate: EvaluateExpression,
  readsOf: (register: Register, expression: Expression) => readonly string[] | undefined,
): EvaluateExpression {
  const all = new Map<Register, Map<Expression, Known | 'never'>>()
  return (register, expression, scope) => {
    const own = all.get(register) ?? new Map<Expression, Known | 'never'>()
    all.set(register, own)
    const known = own.get(expression)
    if (known === 'never') return evaluate(register, expression, scope)
    if (known?.reads.every((name, at) => Object.is(scope[name], known.from[at]))) return known.answer
    const reads = known?.reads ?? readsOf(register, expression)
    const answer = evaluate(register, expression, scope)
    own.set(expression, reads ? { reads, from: reads.map(name => scope[name]), answer } : 'never')
    return answer
  }
}
