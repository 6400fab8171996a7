import { isRecord } from '../../../base/record.ts'
import type { Register } from '../../../model/model.ts'
import type { ComputeContext } from './computedFields.ts'
import { type DraftRow, type FieldValues, newRow } from './draftRows.ts'
import { equal } from './equal.ts'

/** The last results of the expressions of lists, by list. */
export type FilledLists = Readonly<Record<string, readonly FieldValues[]>>

/** The filled part of a draft. */
interface Filling {
  readonly register: Register
  readonly isNew: boolean
  readonly values: FieldValues
  readonly rows: Readonly<Record<string, readonly DraftRow[]>>
  readonly filled: FilledLists
}

interface FillContext extends ComputeContext {
  registerOf(name: string): Register | undefined
}

/**
 * The lists that an expression fills, with its rows where it gives others than before; the same draft where it does not. What a
 * person typed over in a cell stays, unless the cell is not theirs to change.
 */
export function fillLists<T extends Filling>(draft: T, context: FillContext, scope: FieldValues): T {
  if (!draft.isNew) return draft
  let next = draft
  for (const { name, register, fill } of draft.register.lists) {
    if (fill === undefined) continue
    const given = context.evaluate(draft.register, fill, scope)
    const wanted = Array.isArray(given) ? given.filter(isRecord) : []
    const before = draft.filled[name] ?? []
    if (JSON.stringify(wanted) === JSON.stringify(before)) continue
    const child = context.registerOf(register)
    const locked = (row: DraftRow, field: string): boolean => {
      const condition = child?.fields.find(one => one.name === field)?.readOnlyWhen
      const around = { ...context.scope, ...row.values, parent: draft.values, isNew: true }
      return child !== undefined && condition !== undefined && context.evaluate(child, condition, around) === true
    }
    const rows = filledRows(draft.rows[name] ?? [], before, wanted, locked)
    next = { ...next, rows: { ...next.rows, [name]: rows }, filled: { ...next.filled, [name]: wanted } }
  }
  return next
}

function filledRows(
  rows: readonly DraftRow[],
  before: readonly FieldValues[],
  wanted: readonly FieldValues[],
  locked: (row: DraftRow, field: string) => boolean,
): readonly DraftRow[] {
  return wanted.map((values, at) => {
    const row = rows[at]
    if (!row) return newRow(values)
    const given = Object.entries(values).filter(([name]) => equal(row.values[name], before[at]?.[name]) || locked(row, name))
    return { ...row, values: { ...row.values, ...Object.fromEntries(given) } }
  })
}
