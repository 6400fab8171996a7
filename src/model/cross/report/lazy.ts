import type { Scope } from '../../expression.ts'
import type { Path } from '../../source/source.ts'
import type { Checker, Expected } from '../checker.ts'

/** Names of an expression, made when there is one: most parameters, cards and tables have none. */
export type LazyScope = () => Scope

export function checkExpression(
  checker: Checker,
  path: Path,
  expression: string | undefined,
  scope: LazyScope,
  expected: Expected,
): void {
  if (expression !== undefined) checker.expression(path, expression, scope(), expected)
}

/** `{names}` in an address. */
export function checkNames(checker: Checker, path: Path, address: string | undefined, scope: LazyScope): void {
  if (address?.includes('{')) checker.address(path, address, scope())
}
