import { kindByName } from '../../../kinds/values.ts'
import { compileExpression, type ExpressionScope, scopeOfRegister } from '../../expression.ts'
import type { Field, Register } from '../../model.ts'
import { fieldOf } from '../../register.ts'
import type { JsonPath } from '../../source/source.ts'
import { anyType, type Checker, type ExpectedTypes } from '../checker.ts'
import { foreignTimes, resultsOf } from './timeCheck.ts'

/** The register whose field takes the value, the names in which that is written, and whether these reach what the record refers to. */
interface Written {
  readonly register: Register
  readonly scope: ExpressionScope
  readonly reaches?: 'references' | 'record'
}

/** Checks a value that the server writes into a field: of its type, one of its options, a day for a day. */
export function checkWritten(
  checker: Checker,
  path: JsonPath,
  name: string,
  expression: string,
  { register, scope, reaches = 'record' }: Written,
): void {
  const types = typesOf(scopeOfRegister(checker.model, register.name), name)
  checker.expression(path, expression, scope, types, reaches)
  const field = fieldOf(register, name)
  if (field) checkGiven(checker, path, expression, scope, field)
}

/** Checks what an expression of the right type may give: an option of a choice, a day where the field is one. */
export function checkGiven(
  checker: Checker,
  path: JsonPath,
  expression: string | undefined,
  scope: ExpressionScope,
  field: Field,
): void {
  if (expression === undefined || !compileExpression(expression, scope).ok) return
  const { time } = kindByName(field.kind)
  if (time)
    for (const { message, at } of foreignTimes(expression, time, scope))
      checker.add(path, 'expression-time', message, { offset: at })
  const options = field.choices?.map(choice => String(choice.value))
  if (!options || kindByName(field.kind).expressionType(field).startsWith('list')) return
  for (const node of resultsOf(scope.environment.parse(expression).ast)) {
    if (node.op !== 'value' || node.args === '' || node.args === null) continue
    const value = String(node.args)
    // An empty choice of numbers is their zero.
    if (value === '0' || options.includes(value)) continue
    checker.add(path, 'option-unknown', `"${value}" is no option of ${field.name}.`, {
      offset: node.start ?? 0,
      word: value,
      candidates: options,
    })
  }
}

const scalars: ReadonlySet<string | undefined> = new Set(['string', 'int', 'decimal', 'bool'])

/** The types of CEL that a field takes: its own and none; any, where it has several forms. */
function typesOf(scope: ExpressionScope, name: string): ExpectedTypes {
  const type = scope.typeOf(name)
  return type !== undefined && scalars.has(type) ? [type, 'null'] : anyType
}
