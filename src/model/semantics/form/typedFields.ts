import type { Property, RegisterDefinition } from '../../../generated/definitions.ts'
import { compileExpression, type ExpressionScope, evaluateInScope } from '../../expression.ts'
import type { Field, Register } from '../../model.ts'
import type { Checker } from '../checker.ts'

/** Checks that people can come to type what they must, and what only they fill in. */
export function checkTypedFields(
  checker: Checker,
  { properties, required = [], register: { assign = [], effects = [] } }: RegisterDefinition,
  register: Register,
  scope: ExpressionScope,
): void {
  const { create = 'false', change = 'false' } = register.access
  if (register.parent || register.from || (create === 'false' && change === 'false')) return
  const given = new Set(assign.flatMap(({ set }) => Object.keys(set)))
  for (const [name, property] of Object.entries(properties)) {
    const field = register.fields.find(each => each.name === name)
    if (!field || given.has(name)) continue
    if (required.includes(name) && isLeftEmpty(field) && effects.length === 0 && create !== 'false')
      checker.add(
        ['properties', name, 'readOnly'],
        'required-kept',
        `Nobody can save a new record: "${name}" is required, and nobody types it.`,
      )
    if (isFilled(field)) continue
    const path = ['properties', name, 'visibleWhen']
    if (required.includes(name) && isNever(property.visibleWhen))
      checker.add(path, 'required-hidden', `Nobody can fill in "${name}", which is required: it is never shown.`)
    else if (needsItself(name, property, scope))
      checker.add(path, 'shown-by-itself', `Nobody can fill in "${name}": it is shown only once it is filled in.`)
  }
}

const isFilled = (field: Field): boolean =>
  field.readOnly || field.compute !== undefined || field.default !== undefined || field.defaultWhen !== undefined

/** The server keeps it, and gives a new record none. */
const isLeftEmpty = (field: Field): boolean => field.readOnly && !isFilled({ ...field, readOnly: false })

const isNever = (expression: string | undefined): boolean => expression?.trim() === 'false'

/** Tells whether the condition reads this field alone, and does not hold while it is empty. */
function needsItself(name: string, { visibleWhen }: Property, scope: ExpressionScope): boolean {
  if (visibleWhen === undefined) return false
  const compiled = compileExpression(visibleWhen, scope)
  if (
    !compiled.ok ||
    !compiled.value.reads.every(read => read.length === 1 && read[0] === name) ||
    compiled.value.reads.length === 0
  )
    return false
  return evaluateInScope(scope, visibleWhen, { record: {} }) === false
}
