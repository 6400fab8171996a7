import type { Action, Register } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import type { RegisterRow } from '../data/registerRows.ts'

type Place = Action['place'][number]

/** Whether a gate lets the user through. */
export type PermissionCheck = (gate: string | undefined) => boolean

/** Value of an expression over a record; undefined until expressions are loaded. */
export type EvaluateWithScope = (expression: string, scope: Readonly<Record<string, unknown>>) => unknown

/** Actions of a place that the user may use. */
export const actionsAt = (register: Register, place: Place, may: PermissionCheck): readonly Action[] =>
  register.views.actions.filter(action => action.place.includes(place) && may(action.gate))

/** How an action stands beside a record. What cannot be told yet is not offered as enabled. */
export function actionAvailability(
  action: Action,
  scope: Readonly<Record<string, unknown>>,
  evaluate: EvaluateWithScope,
): 'hidden' | 'disabled' | 'enabled' {
  if (action.visibleWhen !== undefined && evaluate(action.visibleWhen, scope) !== true) return 'hidden'
  if (action.enabledWhen !== undefined && evaluate(action.enabledWhen, scope) !== true) return 'disabled'
  return 'enabled'
}

/** Tells whether an action that is about no single record is offered now. */
export const isOffered = (
  action: Action,
  { evaluate }: { readonly evaluate: EvaluateWithScope },
  selection: readonly string[] = [],
): boolean => actionAvailability(action, { isNew: false, selection }, evaluate) !== 'hidden'

/** Removal is refused while the record is locked (a tab in use): then the button is disabled. */
export const isLocked = (register: Register, scope: Readonly<Record<string, unknown>>, evaluate: EvaluateWithScope): boolean =>
  register.locked !== undefined && evaluate(register.locked.when, scope) === true

/** The moment up to which an action can be done to a record, where it has one. */
export function untilOf({ until }: Action, row: Readonly<Record<string, unknown>>): { readonly until?: string } {
  const moment = until === undefined ? undefined : row[until]
  return typeof moment === 'string' ? { until: moment } : {}
}

/** Returns the name of a record in a question or a label: of a choice the option's title. */
export function recordName(register: Register, row: RegisterRow): string {
  const label = row[register.label] ?? ''
  const option = fieldOf(register, register.label)?.choices?.find(({ value }) => value === label)
  return label === '' ? `${register.singular} ${row.id}` : `${option?.title ?? label}`
}
