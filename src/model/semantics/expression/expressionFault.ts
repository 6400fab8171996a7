import type { ExpressionFault, ExpressionScope } from '../../expression.ts'
import type { ProblemDetail } from '../../source/problemCollector.ts'

/** Describes the fault of an expression: the place, and the valid words where one is mistyped. */
export function describeFault(
  fault: ExpressionFault,
  scope: ExpressionScope,
): { readonly message: string; readonly detail: ProblemDetail } {
  const { message, at, unknown, isMember } = fault
  if (unknown !== undefined)
    return { message, detail: { offset: at, word: unknown, candidates: isMember ? scope.members() : scope.names } }
  const called = /no matching overload for '(?:.*\.)?(\w+)\(/.exec(message)?.[1]
  if (called !== undefined) {
    const functions = new Set(scope.environment.getDefinitions().functions.map(each => each.name))
    if (!functions.has(called))
      return { message: `There is no function "${called}".`, detail: { offset: at, word: called, candidates: functions } }
  }
  const equals = /Unexpected character: =/.test(message) ? ' What is equal is asked by "==".' : ''
  return { message: `${message}${equals}`, detail: { offset: at } }
}
