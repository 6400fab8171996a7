import { isUploaded } from '../../../kinds/values.ts'
import type { Action, Field, Register } from '../../../model/model.ts'
import { isSystemField } from '../../../model/register.ts'
import type { PermissionCheck } from '../actions.ts'

/** Name of the dialog, as definitions write it. */
export const massEditDialogName = 'massEdit'

/** Fields that many records may be given the same value of: not what names one record alone, not what the server keeps or computes. */
export const massEditFields = (register: Register): readonly Field[] =>
  register.fields.filter(
    field =>
      !isSystemField(field.name) &&
      !field.readOnly &&
      !field.compute &&
      !field.secret &&
      field.stored &&
      !isUploaded(field) &&
      field.name !== register.code &&
      field.name !== register.label &&
      !register.unique.some(({ fields }) => fields.length === 1 && fields[0] === field.name),
  )

/** The action that every register offers for its chosen rows, unless its definition offers one of its own. */
export function defaultMassEdit(register: Register, may: PermissionCheck, title: string): Action | undefined {
  const own = register.views.actions.some(({ does }) => 'dialog' in does && does.dialog === massEditDialogName)
  if (own || !may(register.access.change) || massEditFields(register).length === 0) return undefined
  return {
    id: '!massEdit',
    title,
    place: ['bulk'],
    gate: register.access.change ?? 'false',
    danger: false,
    does: { dialog: massEditDialogName },
    icon: 'pencil',
  }
}

/** The mass edit that chosen rows are offered, of the definition or the usual one, as it may be used on all that a list finds. */
export function massEditAction(register: Register, may: PermissionCheck, title: string): Action | undefined {
  if (!register.views.list.select) return undefined
  const own = register.views.actions.find(
    ({ does, place }) => place.includes('bulk') && 'dialog' in does && does.dialog === massEditDialogName,
  )
  return own ? (may(own.gate) ? own : undefined) : defaultMassEdit(register, may, title)
}
