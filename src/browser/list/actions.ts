import type { Action, Register } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import type { Row } from '../data/rows.ts'

type Place = Action['place'][number]

/** Whether a gate lets the user through. */
export type May = (gate: string | undefined) => boolean

/** Value of an expression over a record; undefined until expressions are loaded. */
export type Evaluate = (expression: string, scope: Readonly<Record<string, unknown>>) => unknown

/** Actions of a place that the user may use. */
export const actionsAt = (register: Register, place: Place, may: May): readonly Action[] =>
  register.views.actions.filter(action => action.place.includes(place) && may(action.gate))

/** How an action stands beside a record. What cannot be told yet is not offered as enabled. */
export function standing(
  action: Action,
  scope: Readonly<Record<string, unknown>>,
  evaluate: Evaluate,
): 'hidden' | 'disabled' | 'enabled' {
  if (action.visibleWhen !== undefined && evaluate(action.visibleWhen, scope) !== true) return 'hidden'
  if (action.enabledWhen !== undefined && evaluate(action.enabledWhen, scope) !== true) return 'disabled'
  return 'enabled'
}

/** Whether an action that is about no single record is offered now. */
export const isOffered = (
  action: Action,
  { evaluate }: { readonly evaluate: Evaluate },
  selection: readonly string[] = [],
): boolean => standing(action, { isNew: false, selection }, evaluate) !== 'hidden'

/** Removal is refused while the record is locked (a tab in use): then the button is disabled. */
export const isLocked = (register: Register, scope: Readonly<Record<string, unknown>>, evaluate: Evaluate): boolean =>
  register.locked !== undefined && evaluate(register.locked.when, scope) === true

/** Fills `{field}` of an address or a path from the record. */
export const fillPath = (path: string, row: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(row[name] ?? '')))

/** What a record is called in a question or a label. */
export function nameOf(register: Register, row: Row): string {
  const label = row[register.label]
  return label === null || label === undefined || label === '' ? `${register.singular} ${row.id}` : String(label)
}

/** Whether an action needs the expression engine: most lists do without it. */
export function usesExpressions({ visibleWhen, enabledWhen, does }: Action): boolean {
  return (
    visibleWhen !== undefined ||
    enabledWhen !== undefined ||
    'call' in does ||
    'download' in does ||
    'copy' in does ||
    'matrix' in does
  )
}

/** Whether anything of the list depends on an expression. */
export function listUsesExpressions(register: Register): boolean {
  const { list, actions } = register.views
  const columns = list.columns.some(
    ({ text, also, switch: toggle }) => (text ?? also?.when ?? toggle?.enabledWhen ?? toggle?.after) !== undefined,
  )
  const workedOut = register.fields.some(({ compute, stored }) => compute !== undefined && !stored)
  const edits = list.columns.some(column => column.edit && fieldOf(register, column.field)?.readOnlyWhen !== undefined)
  return (
    columns || workedOut || edits || list.rowTone.length > 0 || register.locked !== undefined || actions.some(usesExpressions)
  )
}
