import { asValue } from '../../../../kinds/asValue.ts'
import type { Value, ValueProblem } from '../../../../kinds/kind.ts'
import type { AddBarView, AddCheck } from '../../../../model/field.ts'
import type { Expression, Register } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import { checkFieldValue } from '../../../actions/checkFieldValue.ts'
import type { FieldValues } from '../../draft/draftRows.ts'
import { isEmptyValue } from '../../draft/equal.ts'

/** A row as it is typed above its list: what could be read, and why the rest could not. */
export interface TypedRow {
  readonly values: FieldValues
  readonly unread: Readonly<Record<string, ValueProblem>>
}

/** Why a typed row is not added, and the field at which that is told. */
export interface AddFault extends ValueProblem {
  readonly field: string
}

/** Answers an expression over the typed row. */
export type AnswerOverRow = (expression: Expression) => unknown

/** The first check that does not hold; after the bar's own come the limits of its fields. */
export function findAddFault(bar: AddBarView, child: Register, row: TypedRow, answer: AnswerOverRow): AddFault | undefined {
  const [first = ''] = bar.fields
  for (const check of bar.checks) {
    if (isMet(check, child, row, answer)) continue
    const params = Object.entries(check.params ?? {}).map(([name, value]) => [name, paramOf(answer(value))] as const)
    return { field: check.field ?? first, code: check.message, params: Object.fromEntries(params) }
  }
  for (const name of bar.fields) {
    const problem = problemOf(child, name, row)
    if (problem) return { ...problem, field: name }
  }
  return undefined
}

function isMet({ field, rule }: AddCheck, child: Register, row: TypedRow, answer: AnswerOverRow): boolean {
  if (field !== undefined && (isEmptyValue(row.values[field]) || problemOf(child, field, row))) return false
  return rule === undefined || answer(rule) === true
}

function problemOf(child: Register, name: string, { values, unread }: TypedRow): ValueProblem | undefined {
  const field = fieldOf(child, name)
  const value: Value = asValue(values[name])
  return unread[name] ?? (field && checkFieldValue(field, value))
}

const paramOf = (value: unknown): string | number => (typeof value === 'number' ? value : String(value ?? ''))

/**
 * The field that Enter goes to from a filled one: the next that has to be filled in and is empty, or begins with what is only a proposal. None: the
 * row is complete.
 */
export function nextFieldToFill(
  bar: AddBarView,
  child: Register,
  { values, unread }: TypedRow,
  from: string,
): string | undefined {
  if (isEmptyValue(values[from]) || unread[from]) return undefined
  const needed = (name: string): boolean =>
    fieldOf(child, name)?.required === true || bar.checks.some(({ field }) => field === name)
  const proposed = (name: string): boolean => Object.hasOwn(bar.begins ?? {}, name)
  return bar.fields
    .slice(bar.fields.indexOf(from) + 1)
    .find(name => needed(name) && (isEmptyValue(values[name]) || proposed(name)) && !unread[name])
}
