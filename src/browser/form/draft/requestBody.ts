import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Register } from '../../../model/model.ts'
import { isSystemField } from '../../../model/register.ts'
import { type DraftRow, type FieldValues, isFieldValues, rowsBody } from './draftRows.ts'
import { equal, isEmptyValue } from './equal.ts'
import type { DraftContext, RecordDraft } from './recordDraft.ts'

type Registers = Pick<DraftContext, 'registerOf'>

/**
 * The record as it is sent: fields that a person may write, child rows with the marks of the removed ones, and the version
 * that was read. Secrets go only when they were typed anew, since what was read of them is a mask; what is computed goes never.
 */
export function toRequestBody(draft: RecordDraft, context: Registers): FieldValues {
  return { ...toRequestFields(draft), ...listBodies(draft, context, rowBody) }
}

/** The record as it is judged before it is sent: what rules see of it is there too, kept by the server or referred to. */
export function toJudgedRecord(draft: RecordDraft, context: Registers): FieldValues {
  const { register, values } = draft
  return { ...surroundings(register, values), ...toRequestFields(draft), ...listBodies(draft, context, judgedRow) }
}

/** The same as is sent, without the rows of child lists. */
export function toRequestFields({ register, values, base, isNew, edited }: RecordDraft): FieldValues {
  const keys: FieldValues = isNew
    ? { ...(register.textKey ? { id: values.id } : {}), ...(values.lojaId === undefined ? {} : { lojaId: values.lojaId }) }
    : {
        id: base.id,
        ...(base.lojaId === undefined ? {} : { lojaId: base.lojaId }),
        ...(base.version === undefined ? {} : { version: base.version }),
      }
  const sent = written(register, values, isNew ? undefined : base)
  return { ...keys, ...(isNew ? withoutUnfilled(register, sent, edited) : sent) }
}

/** A new record's field that nobody has filled in gets its default from the server, which may know by then what it comes from. */
const withoutUnfilled = ({ fields }: Register, sent: FieldValues, edited?: ReadonlySet<string>): FieldValues => {
  const open = fields.filter(
    ({ name, defaultWhen }) => defaultWhen !== undefined && isEmptyValue(sent[name]) && !edited?.has(name),
  )
  return open.length === 0
    ? sent
    : Object.fromEntries(Object.entries(sent).filter(([name]) => !open.some(one => one.name === name)))
}

type RowBody = (register: Register | undefined, row: DraftRow) => FieldValues

const listBodies = ({ register, rows }: RecordDraft, context: Registers, body: RowBody): FieldValues =>
  Object.fromEntries(
    register.lists.map(list => [list.name, rowsBody(rows[list.name] ?? [], row => body(context.registerOf(list.register), row))]),
  )

const rowBody: RowBody = (register, row) => {
  const sent = written(register, row.values, undefined)
  if (row.base) return { id: row.base.id, ...sent }
  return register ? withoutUnfilled(register, sent) : sent
}

const judged = new WeakMap<DraftRow, FieldValues>()

/** The same object for the same row, so that what was found out about it is found again: see model/check. */
const judgedRow: RowBody = (register, row) =>
  memoizeByKey(judged, row, () => ({ ...(register ? surroundings(register, row.values) : {}), ...rowBody(register, row) }))

/** Returns the values that the server keeps of a record, and the records that it refers to. */
const surroundings = ({ fields }: Register, values: FieldValues): FieldValues =>
  Object.fromEntries(
    fields.flatMap(({ name, readOnly, reference }): [string, unknown][] => {
      const kept: [string, unknown][] =
        readOnly && !isSystemField(name) && values[name] !== undefined ? [[name, values[name]]] : []
      const included = reference && values[reference.as]
      return reference && isFieldValues(included) ? [...kept, [reference.as, included]] : kept
    }),
  )

/** Fields of a record that may be sent; a secret only when it differs from what was read. */
function written(register: Register | undefined, values: FieldValues, base: FieldValues | undefined): FieldValues {
  if (!register) return values
  const sent: Record<string, unknown> = {}
  for (const field of register.fields) {
    const value = values[field.name]
    if (field.readOnly || field.compute !== undefined || value === undefined || isSystemField(field.name)) continue
    if (field.secret && base && equal(value, base[field.name])) continue
    sent[field.name] = value === '' ? null : value
  }
  return sent
}
