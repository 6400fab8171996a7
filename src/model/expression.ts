import { type Compilation, compileIn, type ExpressionFault } from './expression/compile.ts'
import { fromCel } from './expression/convert.ts'
import { inZone } from './expression/environment.ts'
import { plainOf } from './expression/plain.ts'
import { type Extra, type Moment, type Scope, typesOf } from './expression/scope.ts'
import type { Expression, Field, Model } from './model.ts'

export type { ExpressionFault, Extra, Moment, Scope }

const extras: readonly Extra[] = ['value', 'reply', 'selection']
const compiled = new WeakMap<Scope, Map<Expression, Compilation>>()

/** Names of a register's record, of its store, user and parent. */
export function scopeOf(model: Model, registerName: string): Scope {
  const register = model.registers[registerName]
  return register ? typesOf(model).ofRegister(register, extras) : typesOf(model).ofFields(none)
}

/** The same beside a lookup of one of its fields, where `value` is the field's value. */
export function scopeOfValue(model: Model, registerName: string, valueType: string): Scope | undefined {
  const register = model.registers[registerName]
  return register && typesOf(model).ofRegister(register, extras, valueType)
}

/** Names of fields that are no register's: a screen's form, an import's columns. */
export const scopeOfFields = (model: Model, fields: readonly Field[]): Scope => typesOf(model).ofFields(fields)

const none: readonly Field[] = []

/** Parses and type-checks an expression once for each scope. */
export function compile(expression: Expression, scope: Scope): Compilation {
  let known = compiled.get(scope)
  if (known === undefined) {
    known = new Map()
    compiled.set(scope, known)
  }
  let result = known.get(expression)
  if (result === undefined) {
    result = compileIn(expression, scope)
    known.set(expression, result)
  }
  return result
}

/**
 * The value of an expression as JSON. An expression that fails (a list index that is not there) has no value, `undefined`:
 * a screen never breaks over one.
 */
export function evaluateIn(scope: Scope, expression: Expression, moment: Moment): unknown {
  const compilation = compile(expression, scope)
  if (!compilation.ok) return undefined
  const { uses, run } = compilation.value
  try {
    return inZone(moment.zone, () => fromCel(run(scope.values(uses, moment))))
  } catch {
    return undefined
  }
}

/** The value of an expression over a record of a register; a plain one takes no CEL. */
export function evaluate(model: Model, registerName: string, expression: Expression, moment: Moment): unknown {
  const register = model.registers[registerName]
  const plain = register && plainOf(register, expression)
  return plain ? plain(moment) : evaluateIn(scopeOf(model, registerName), expression, moment)
}

/** Whether a condition is true for a record. One that is not there holds. */
export const holds = (model: Model, registerName: string, condition: Expression | undefined, moment: Moment): boolean =>
  condition === undefined || evaluate(model, registerName, condition, moment) === true

/** Names that an expression reads: what must change for its value to change. */
export function usesOf(model: Model, registerName: string, expression: Expression): readonly string[] {
  const compilation = compile(expression, scopeOf(model, registerName))
  return compilation.ok ? compilation.value.uses : []
}
