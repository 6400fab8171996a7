import type { EvaluationContext } from '../../../model/expression/scope.ts'
import { evaluateInScope, scopeOfReply } from '../../../model/expression.ts'
import { fillAddress } from '../../../model/fillAddress.ts'
import type { Model } from '../../../model/model.ts'
import type { ScreenDocument } from '../../../model/screen.ts'

/** The address and the query of a document's call. */
export interface DocumentCall {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
}

/** Fills the call of a document with the parameters of its address, which its path names as `{id}` and its query by expressions. */
export function documentCall(
  { call, parameters }: Pick<ScreenDocument, 'call' | 'parameters'>,
  model: Model,
  moment: EvaluationContext,
): DocumentCall {
  const scope = scopeOfReply(model, parameters)
  const query = Object.entries(call.query ?? {}).map(([key, expression]) => [key, evaluateInScope(scope, expression, moment)])
  return { path: fillAddress(call.path, moment.record), query: Object.fromEntries(query) }
}
