import { membersOf, recordsIn } from '../../../base/record.ts'
import type { ShowEdit } from '../../../model/action.ts'
import { computeOrderOf } from '../../../model/computed/computeOrder.ts'
import { computeRecord } from '../../../model/computed/computeRecord.ts'
import { valuesWrittenBy } from '../../../model/computed/writtenValues.ts'
import { type EvaluationContext, evaluate } from '../../../model/expression.ts'
import type { Expression, Model, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'

type Values = Readonly<Record<string, unknown>>

/** A row of the reply, as it was typed over. */
export interface RowLine {
  readonly key: string
  readonly values: Values
  /** Whether it is sent. */
  readonly changed: boolean
}

/** The context in which rows are computed. */
export interface RowRules {
  readonly model: Model
  /** The columns, as a register. */
  readonly register: Register
  /** The user and the store. */
  readonly origin: Omit<EvaluationContext, 'record'>
  /** Column of yes and no that an edit ticks. */
  readonly tick: string | undefined
}

/** The rows of a reply; those that it ticks itself are sent as they are. */
export function rowLines(reply: unknown, member: string | undefined, { key, changed: tick }: ShowEdit): readonly RowLine[] {
  return recordsIn(member === undefined ? reply : membersOf(reply)[member]).map(values => ({
    key: String(values[key]),
    values,
    changed: tick !== undefined && values[tick] === true,
  }))
}

/** A row after an edit of one of its cells: with what that writes and what follows from it, ticked. */
export function editedRowLine(row: RowLine, name: string, value: unknown, rules: RowRules): RowLine {
  const { model, register, origin, tick } = rules
  const field = fieldOf(register, name)
  const answer = (expression: Expression, record: Values): unknown =>
    evaluate(model, register.name, expression, { ...origin, record })
  const typed: Values = { ...row.values, [name]: value }
  // An emptied cell says nothing that others could follow from.
  const written =
    !field || value === null ? {} : valuesWrittenBy(register, field, (each, so) => answer(each, { ...typed, ...so }))
  const { record } = computeRecord({ record: { ...typed, ...written }, rows: {} }, false, {
    order: computeOrderOf(model, register),
    answer: (_owner, expression, place) => answer(expression, place.record),
  })
  const changed = name === tick ? value === true : true
  return { ...row, changed, values: tick === undefined ? record : { ...record, [tick]: changed } }
}
