import type { Register } from '../../../model/model.ts'
import { isSystemField } from '../../../model/register.ts'
import { type DraftRow, type FieldValues, rowsBody } from './draftRows.ts'
import { equal } from './equal.ts'
import type { DraftContext, RecordDraft } from './recordDraft.ts'

/**
 * The record as it is sent: fields that a person may write, child rows with the marks of the removed ones, and the version
 * that was read. Secrets go only when they were typed anew, since what was read of them is a mask.
 */
export function toRequestBody(draft: RecordDraft, context: Pick<DraftContext, 'registerOf'>): FieldValues {
  const { register } = draft
  const lists = register.lists.map(list => [
    list.name,
    rowsBody(draft.rows[list.name] ?? [], row => rowBody(context.registerOf(list.register), row)),
  ])
  return { ...toRequestFields(draft), ...Object.fromEntries(lists) }
}

/** The same without the rows of child lists. */
export function toRequestFields({ register, values, base, isNew }: RecordDraft): FieldValues {
  const keys: FieldValues = isNew
    ? { ...(register.textKey ? { id: values.id } : {}), ...(values.lojaId === undefined ? {} : { lojaId: values.lojaId }) }
    : {
        id: base.id,
        ...(base.lojaId === undefined ? {} : { lojaId: base.lojaId }),
        ...(base.version === undefined ? {} : { version: base.version }),
      }
  return { ...keys, ...written(register, values, isNew ? undefined : base) }
}

const bodies = new WeakMap<DraftRow, { readonly register: Register | undefined; readonly body: FieldValues }>()

/** The same object for the same row, so that what was found out about it is found again: see model/check. */
function rowBody(register: Register | undefined, row: DraftRow): FieldValues {
  const known = bodies.get(row)
  if (known && known.register === register) return known.body
  const body = { ...(row.base ? { id: row.base.id } : {}), ...written(register, row.values, undefined) }
  bodies.set(row, { register, body })
  return body
}

/** Fields of a record that may be sent; a secret only when it differs from what was read. */
function written(register: Register | undefined, values: FieldValues, base: FieldValues | undefined): FieldValues {
  if (!register) return values
  const sent: Record<string, unknown> = {}
  for (const field of register.fields) {
    const value = values[field.name]
    if (field.readOnly || value === undefined || isSystemField(field.name)) continue
    if (field.compute !== undefined && !field.stored) continue
    if (field.secret && base && equal(value, base[field.name])) continue
    sent[field.name] = value === '' ? null : value
  }
  return sent
}
