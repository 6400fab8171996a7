import { memoizeByKey } from '../base/memoizeByKey.ts'
import { type Compilation, compileUncached, type ExpressionFault } from './expression/compile.ts'
import { fromCel } from './expression/convert.ts'
import { withTimeZone } from './expression/environment.ts'
import type { ReadPath } from './expression/reads.ts'
import { type EvaluationContext, type ExpressionScope, type ExtraName, modelTypesOf } from './expression/scope.ts'
import { simpleEvaluatorOf } from './expression/simpleEvaluator.ts'
import type { Expression, Field, Model } from './model.ts'
import { productModelOf } from './own/productModel.ts'

export type { EvaluationContext, ExpressionFault, ExpressionScope, ExtraName }

const extras: readonly ExtraName[] = ['value', 'reply', 'selection', 'asked']
const compiled = new WeakMap<ExpressionScope, Map<Expression, Compilation>>()

const scopes = new WeakMap<Model, Map<string, ExpressionScope>>()

/** Names of a register's record, of its store, user and parent. */
export function scopeOfRegister(seen: Model, registerName: string): ExpressionScope {
  // Names and initial values of a store's own are no matter of types.
  const model = productModelOf(seen)
  return memoizeByKey(
    memoizeByKey(scopes, model, () => new Map<string, ExpressionScope>()),
    registerName,
    () => {
      const register = model.registers[registerName]
      return register ? modelTypesOf(model).ofRegister(register, extras) : modelTypesOf(model).ofFields(none)
    },
  )
}

/** The same beside a lookup of one of its fields, where `value` is the field's value. */
export function scopeOfValue(model: Model, registerName: string, valueType: string): ExpressionScope | undefined {
  const register = productModelOf(model).registers[registerName]
  return register && modelTypesOf(model).ofRegister(register, extras, valueType)
}

/** The same beside a lookup of a field that is no register's. */
export const scopeOfFieldValue = (model: Model, fields: readonly Field[], valueType: string): ExpressionScope =>
  modelTypesOf(model).ofFields([...fields], ['value', 'reply'], valueType)

/** Names of fields that are no register's: a screen's form, an import's columns. */
export const scopeOfFields = (model: Model, fields: readonly Field[]): ExpressionScope => modelTypesOf(model).ofFields(fields)

const replies = new WeakMap<readonly Field[], readonly Field[]>()

/** The same beside the reply of a call. */
export const scopeOfReply = (model: Model, fields: readonly Field[]): ExpressionScope =>
  // Another list, since the scope of the fields alone is kept by theirs.
  modelTypesOf(model).ofFields(
    memoizeByKey(replies, fields, () => [...fields]),
    ['reply'],
  )

const none: readonly Field[] = []

/** Parses and type-checks an expression once for each scope. */
export function compileExpression(expression: Expression, scope: ExpressionScope): Compilation {
  let known = compiled.get(scope)
  if (known === undefined) {
    known = new Map()
    compiled.set(scope, known)
  }
  let result = known.get(expression)
  if (result === undefined) {
    result = compileUncached(expression, scope)
    known.set(expression, result)
  }
  return result
}

/**
 * The value of an expression as JSON. An expression that fails (a list index that is not there) has no value, `undefined`:
 * a screen never breaks over one.
 */
export function evaluateInScope(scope: ExpressionScope, expression: Expression, moment: EvaluationContext): unknown {
  const compilation = compileExpression(expression, scope)
  if (!compilation.ok) return undefined
  const { uses, run } = compilation.value
  try {
    return withTimeZone(moment.zone, () => fromCel(run(scope.values(uses, moment))))
  } catch {
    return undefined
  }
}

/** The value of an expression over a record of a register; a plain one takes no CEL. */
export function evaluate(model: Model, registerName: string, expression: Expression, moment: EvaluationContext): unknown {
  const register = model.registers[registerName]
  const plain = register && simpleEvaluatorOf(register, expression)
  return plain ? plain(moment) : evaluateInScope(scopeOfRegister(model, registerName), expression, moment)
}

/** Tells whether a condition is true for a record. One that is not there holds. */
export const conditionHolds = (
  model: Model,
  registerName: string,
  condition: Expression | undefined,
  moment: EvaluationContext,
): boolean => condition === undefined || evaluate(model, registerName, condition, moment) === true

/** Names that an expression reads: what must change for its value to change. */
export function namesUsedBy(model: Model, registerName: string, expression: Expression): readonly string[] {
  const compilation = compileExpression(expression, scopeOfRegister(model, registerName))
  return compilation.ok ? compilation.value.uses : []
}

/** The chains of names that an expression reads: `['itens', 'preco']`, `['grupo', 'nome']`. */
export function readsOf(model: Model, registerName: string, expression: Expression): readonly ReadPath[] {
  const compilation = compileExpression(expression, scopeOfRegister(model, registerName))
  return compilation.ok ? compilation.value.reads : []
}
