import { asValue } from '../../../kinds/asValue.ts'
import { isNumberKind } from '../../../kinds/numbers.ts'
import { kindByName as kindOf } from '../../../kinds/values.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { FieldValues } from '../draft/draftRows.ts'

/** The text of a field of the record; undefined when it is empty. */
export function recordFieldText(register: Register, name: string | undefined, record: FieldValues): string | undefined {
  const field = name === undefined ? undefined : fieldOf(register, name)
  const value = name === undefined ? null : asValue(record[name])
  if (!field || value === null || value === '') return undefined
  if (field.reference) return undefined
  return kindOf(field.kind).format(value, field)
}

/** 'Novo produto', 'Nova unidade'. */
export const newRecordTitle = (register: Register, say: Translate): string =>
  register.single ? register.title : say(register.gender === 'f' ? 'new-f' : 'new', { singular: register.singular })

/** Returns the title of a saved record; one without a name of its own goes by its number: 'Produto 7'. */
export function recordTitle(register: Register, record: FieldValues): string {
  const { singular, label } = register
  // A record that a store has once needs no name.
  if (register.single) return register.title
  const own = recordFieldText(register, label, record)
  const field = fieldOf(register, label)
  if (own !== undefined && !(field && isNumberKind(field))) return own
  return `${singular.charAt(0).toUpperCase()}${singular.slice(1)} ${own ?? String(record.id ?? '')}`.trim()
}
