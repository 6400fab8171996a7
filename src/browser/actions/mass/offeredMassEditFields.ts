import type { FieldValueCount } from '../../../api/batch.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Action, Field, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { massEditFields } from './massEditAction.ts'

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

/** A value as the preview says it. */
export function fieldValueText({ valor, rotulo }: FieldValueCount, field: Field, say: Translate): string {
  if (valor === null || valor === '') return say('list.mass-none')
  return rotulo ?? kindByName(field.kind).format(valor, field)
}
