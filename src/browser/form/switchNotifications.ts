import { recordsIn } from '../../base/record.ts'
import type { ColumnView, Model, Register } from '../../model/model.ts'
import { runCallSpec } from '../actions/perform/runCallSpec.ts'
import { tellSwitched } from '../actions/perform/tellSwitched.ts'
import type { FieldValues } from './draft/draftRows.ts'
import type { DraftContext } from './draft/recordDraft.ts'
import type { FormShared } from './formContext.ts'

/** A value that a list switches, changed in a form: in which register's record, and by which column. */
export interface SwitchedValue {
  readonly register: Register
  readonly column: ColumnView
  readonly row: FieldValues
}

/** Returns the values that the switches of lists would have told, had these changes been made by them: of the record and of the rows of its lists. */
export function switchedValues(
  model: Model,
  register: Register,
  before: FieldValues,
  after: FieldValues,
): readonly SwitchedValue[] {
  const rows = register.lists.flatMap(({ name, register: of, by }) => {
    const child = model.registers[of]
    const known = new Map(rowsIn(before, name).map(row => [String(row.id), row]))
    return rowsIn(after, name).flatMap(row => {
      const past = known.get(String(row.id))
      return child && past ? changedIn(child, past, { lojaId: after.lojaId, [by]: after.id, ...row }) : []
    })
  })
  return [...changedIn(register, before, after), ...rows]
}

const rowsIn = (record: FieldValues, name: string): readonly FieldValues[] => recordsIn(record[name])

const changedIn = (register: Register, before: FieldValues, row: FieldValues): readonly SwitchedValue[] =>
  register.views.list.columns.flatMap(column =>
    column.switch?.after && before[column.field] !== row[column.field] ? [{ register, column, row }] : [],
  )

/** Tells the other service of what a form switched; its failure is a warning, the change itself stands. */
export async function notifyFormSwitches(
  { model, register, say }: Pick<FormShared, 'model' | 'register' | 'say'>,
  { evaluate }: DraftContext,
  before: FieldValues,
  after: FieldValues,
): Promise<void> {
  for (const { register: of, column, row } of switchedValues(model, register, before, after)) {
    const toggle = column.switch
    if (!toggle?.after) continue
    const { after, failure } = toggle
    const tell = () => runCallSpec(after, { ...row, isNew: false }, (expression, scope) => evaluate(of, expression, scope))
    await tellSwitched(tell, failure, say)
  }
}
