import { emptiedByEdit } from '../../../kinds/reference/narrowing.ts'
import type { ComputeOrder } from '../../../model/computed/computeOrder.ts'
import { type ComputedRecord, type ComputeRules, computeRecord } from '../../../model/computed/computeRecord.ts'
import { valuesWrittenBy } from '../../../model/computed/writtenValues.ts'
import type { Expression, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { type FieldValues, isFieldValues } from './draftRows.ts'

/** Answers an expression over a record of a register; undefined when it cannot. */
export type EvaluateExpression = (register: Register, expression: Expression, scope: FieldValues) => unknown

/** The context in which a form computes. */
export interface ComputeContext {
  /** The variables around a record: user and store. */
  readonly scope: FieldValues
  readonly evaluate: EvaluateExpression
  orderOf(register: Register): ComputeOrder
}

/** Brings what is computed up to date, of a record and its rows. */
export function recalculate(
  register: Register,
  values: ComputedRecord,
  isNew: boolean,
  context: ComputeContext,
  more: Pick<ComputeRules, 'memory' | 'keptStand'> = {},
): ComputedRecord {
  const order = context.orderOf(register)
  if (order.steps.length === 0) return values
  return computeRecord(values, isNew, {
    order,
    answer: (owner, expression, { record, ...place }) =>
      context.evaluate(owner, expression, { ...context.scope, ...place, ...record }),
    ...more,
  })
}

/** A saved record for reading, its rows among its values, with what is computed and not kept. */
export function readableRecord(register: Register, record: FieldValues, context: ComputeContext): FieldValues {
  const rows = Object.fromEntries(
    register.lists.map(({ name }) => {
      const own = record[name]
      return [name, Array.isArray(own) ? own.filter(isFieldValues) : []] as const
    }),
  )
  const computed = recalculate(register, { record, rows }, false, context, { keptStand: true })
  return { ...computed.record, ...computed.rows }
}

/** Returns the values that an edit of one field sets: its own, those that it writes (the margin sets the price), and those that it empties. */
export function editedValues(
  register: Register,
  values: FieldValues,
  name: string,
  value: unknown,
  scope: FieldValues,
  evaluate: EvaluateExpression,
): FieldValues {
  const field = fieldOf(register, name)
  const now: FieldValues = { ...values, [name]: value, ...emptiedByEdit(register.fields, values, name, value) }
  if (!field?.writes) return now
  return {
    ...now,
    ...valuesWrittenBy(register, field, (expression, written) =>
      evaluate(register, expression, { ...scope, ...now, ...written }),
    ),
  }
}
