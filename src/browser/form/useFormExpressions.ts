import { useMemo } from 'react'
import type { CheckedRecord } from '../../model/check.ts'
import { computeOrderOf } from '../../model/computed/computeOrder.ts'
import { simpleEvaluatorOf } from '../../model/expression/simpleEvaluator.ts'
import { type EvaluationContext, evaluate, namesUsedBy } from '../../model/expression.ts'
import type { Expression, Model, Register } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { validateRecord } from '../../model/validation/validateRecord.ts'
import { type SessionScope, sessionScope } from '../data/expressions/sessionScope.ts'
import { useSession } from '../data/session.tsx'
import { type FieldValues, isFieldValues } from './draft/draftRows.ts'
import { memoizeEvaluate } from './draft/memoizeEvaluate.ts'
import type { DraftContext, RecordDraft } from './draft/recordDraft.ts'
import { toJudgedRecord } from './draft/requestBody.ts'
import { formValidator } from './schema/formValidator.ts'

/** Expressions and checks of a form, for the session as it stands. */
export interface FormExpressions extends DraftContext {
  readonly origin: SessionScope
  check(draft: RecordDraft): readonly Problem[]
}

/** CEL over the draft, and what the rules and the schema find wrong with it. */
export function useFormExpressions(): FormExpressions {
  const session = useSession()
  return useMemo(() => {
    const { model } = session
    const origin = sessionScope(session)
    const context: DraftContext = {
      scope: {},
      evaluate: memoizeEvaluate(
        (register, expression, scope) => evaluate(model, register.name, expression, momentOf(origin, scope)),
        (register, expression) => readsOf(model, register, expression),
      ),
      registerOf: name => model.registers[name],
      orderOf: register => computeOrderOf(model, register),
    }
    const memory = new WeakMap<object, CheckedRecord>()
    const check = (draft: RecordDraft) => {
      const { register, isNew, base } = draft
      const checkContext = { ...origin, memory, isNew, trusted: true, ...(isNew ? {} : { current: base }) }
      const validate = formValidator(model, register)
      return validateRecord(model, register.name, toJudgedRecord(draft, context), checkContext, validate).problems
    }
    return { ...context, origin, check }
  }, [session])
}

/** Names that an answer hangs on. A plain expression is answered as fast as it is looked up, and the clock never stands. */
function readsOf(model: Model, register: Register, expression: Expression): readonly string[] | undefined {
  if (simpleEvaluatorOf(register, expression)) return undefined
  const uses = namesUsedBy(model, register.name, expression)
  return uses.includes('now') || uses.includes('today') ? undefined : uses
}

const momentOf = (origin: SessionScope, scope: FieldValues): EvaluationContext => ({
  ...origin,
  record: scope,
  isNew: scope.isNew === true,
  before: isFieldValues(scope.before) ? scope.before : undefined,
  parent: isFieldValues(scope.parent) ? scope.parent : undefined,
  more: scope,
})
