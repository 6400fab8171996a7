import { toast } from '../../controls/toasts.ts'
import type { ColumnView, Model, Register } from '../../model/model.ts'
import type { Around } from '../edit/draft.ts'
import type { Rec } from '../edit/rows.ts'
import { makeCall } from '../list/useRunAction.ts'
import type { FormShared } from './context.ts'

/** A value that a list switches, changed in a form: in which register's record, and by which column. */
export interface Switched {
  readonly register: Register
  readonly column: ColumnView
  readonly row: Rec
}

/** What the switches of lists would have told, had these changes been made by them: of the record and of the rows of its lists. */
export function switchedOf(model: Model, register: Register, before: Rec, after: Rec): readonly Switched[] {
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

const rowsIn = (record: Rec, name: string): readonly Rec[] => (Array.isArray(record[name]) ? (record[name] as Rec[]) : [])

const changedIn = (register: Register, before: Rec, row: Rec): readonly Switched[] =>
  register.views.list.columns.flatMap(column =>
    column.switch?.after && before[column.field] !== row[column.field] ? [{ register, column, row }] : [],
  )

/** Tells the other service of what a form switched; its failure is a warning, the change itself stands. */
export async function followUp(
  { model, register, say }: Pick<FormShared, 'model' | 'register' | 'say'>,
  { evaluate }: Around,
  before: Rec,
  after: Rec,
): Promise<void> {
  for (const { register: of, column, row } of switchedOf(model, register, before, after)) {
    const toggle = column.switch
    if (!toggle?.after) continue
    await makeCall(toggle.after, { ...row, isNew: false }, (expression, scope) => evaluate(of, expression, scope)).catch(() => {
      toast({ tone: 'warning', text: say(toggle.failure) })
    })
  }
}
