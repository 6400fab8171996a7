import type { ColumnView, Expression, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { isComputedColumn, type ListColumn } from './listColumns.ts'

/** Expressions that the looks of the list depend on. What an action sends is worked out when it runs. */
export function displayExpressions(register: Register, shown: readonly ListColumn[]): readonly Expression[] {
  const { list, actions } = register.views
  const edits = list.columns.filter(column => column.edit).map(column => fieldOf(register, column.field)?.readOnlyWhen)
  return [
    ...list.columns.flatMap(textsOf),
    ...list.columns.flatMap(({ switch: toggle, tones = [] }) => [toggle?.enabledWhen, ...tones.map(({ when }) => when)]),
    ...computationsOf(shown),
    ...edits,
    list.banner?.when,
    ...list.rowTone.map(({ when }) => when),
    register.locked?.when,
    ...actions.flatMap(({ visibleWhen, enabledWhen, until }) => [visibleWhen, enabledWhen, until]),
  ].filter(expression => expression !== undefined)
}

/** Those of them that make the texts of these columns. */
export function textExpressions(register: Register, shown: readonly ListColumn[]): readonly Expression[] {
  const own = register.views.list.columns.filter(({ field }) => shown.some(({ id }) => id === field))
  return [...own.flatMap(textsOf), ...computationsOf(shown)].filter(expression => expression !== undefined)
}

const textsOf = ({ text, also }: ColumnView) => [text, also?.when]

const computationsOf = (shown: readonly ListColumn[]) => shown.filter(isComputedColumn).map(({ field }) => field?.compute)
