import { fillAddress } from '../../../model/fillAddress.ts'
import type { CallSpec } from '../../../model/model.ts'
import { call } from '../../data/api.ts'
import { loadExpressionEngine } from '../../data/useExpressions.ts'
import type { RowScope } from '../rowScope.ts'

/** Makes the call of a definition; its values are expressions, and what it writes belongs to the `action`. Nothing when its condition does not hold. */
export async function runCallSpec(
  spec: CallSpec,
  scope: RowScope,
  evaluate: (expression: string, scope: RowScope) => unknown,
  action?: string,
): Promise<unknown> {
  await loadExpressionEngine()
  if (spec.when !== undefined && evaluate(spec.when, scope) !== true) return undefined
  const values = (from: Readonly<Record<string, string>> | undefined): Record<string, unknown> | undefined =>
    from && Object.fromEntries(Object.entries(from).map(([name, expression]) => [name, evaluate(expression, scope)]))
  const query = values(spec.query)
  const body = values(spec.body)
  const reply = await call(spec.method, fillAddress(spec.path, scope), {
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    action,
  })
  return reply.data
}
