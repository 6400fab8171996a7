import type { ExpressionScope } from '../../expression.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker, ExpectedTypes } from '../checker.ts'

/** Names of an expression, made when there is one: most parameters, cards and tables have none. */
export type LazyScope = () => ExpressionScope

export function checkOptionalExpression(
  checker: Checker,
  path: JsonPath,
  expression: string | undefined,
  scope: LazyScope,
  expected: ExpectedTypes,
): void {
  if (expression !== undefined) checker.expression(path, expression, scope(), expected)
}

/** `{names}` in an address. */
export function checkAddressNames(checker: Checker, path: JsonPath, address: string | undefined, scope: LazyScope): void {
  if (address?.includes('{')) checker.address(path, address, scope())
  checker.page(path, address)
}
