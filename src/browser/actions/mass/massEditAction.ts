import type { FieldValueCount } from '../../../api/batch.ts'
import { isUploaded, kindByName } from '../../../kinds/values.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action, Field, Register } from '../../../model/model.ts'
import { fieldOf, isSystemField } from '../../../model/register.ts'
import type { PermissionCheck } from '../actions.ts'

/** Name of the dialog, as definitions write it. */
export const massEditDialogName = 'massEdit'

/** Fields that many records may be given the same value of: not what names one record alone, not what the server keeps. */
export const massEditFields = (register: Register): readonly Field[] =>
  register.fields.filter(
    field =>
      !isSystemField(field.name) &&
      !field.readOnly &&
      !field.secret &&
      field.stored &&
      !isUploaded(field) &&
      field.name !== register.code &&
      field.name !== register.label &&
      !register.unique.some(({ fields }) => fields.length === 1 && fields[0] === field.name),
  )

/** A field that the dialog of a mass change offers. */
export interface OfferedField {
  readonly field: Field
  /** Whether it may be emptied. */
  readonly empty: boolean
  /** Numbers that may be adjusted along with it. */
  readonly also: readonly Field[]
}

/** The fields that an action names, or all that can be: those may be emptied that are not required. */
export function offeredMassEditFields(register: Register, { does }: Action): readonly OfferedField[] {
  const named = 'dialog' in does ? does.fields : undefined
  if (!named)
    return massEditFields(register).map(field => ({
      field,
      empty: !field.required && !kindByName(field.kind).alwaysSet,
      also: [],
    }))
  return named.flatMap(({ field: name, empty, also }) => {
    const field = fieldOf(register, name)
    return field ? [{ field, empty, also: also.flatMap(one => fieldOf(register, one) ?? []) }] : []
  })
}

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

/** A value as the preview says it. */
export function fieldValueText({ valor, rotulo }: FieldValueCount, field: Field, say: Translate): string {
  if (valor === null || valor === '') return say('list.mass-none')
  return rotulo ?? kindByName(field.kind).format(valor, field)
}
