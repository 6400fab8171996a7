import type { InputServices } from '../../../kinds/inputServices.tsx'
import { referenceSearching } from '../../../kinds/reference/referenceSearching.ts'
import { parseTypedText } from '../../../kinds/typedText.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { parseCell } from '../../actions/parseCell.ts'
import type { CellChange, UnreadableInput } from '../../grid/cellChanges.ts'
import type { GridProps } from '../../grid/gridProps.ts'
import { childCellPath } from '../draft/childCellPath.ts'
import { editedValues } from '../draft/computedFields.ts'
import type { DraftRow } from '../draft/draftRows.ts'
import { isEmptyValue } from '../draft/equal.ts'
import type { UnreadableText } from '../draft/recordDraft.ts'
import type { FormShared } from '../formContext.ts'
import type { ChildListSteps } from './childListSteps.ts'

/** A child list of the form, with the steps that take its changes back. */
export interface EditedChildList {
  readonly form: FormShared
  readonly name: string
  /** The register of its rows. */
  readonly child: Register
  readonly steps: ChildListSteps
}

type CellCommands = Required<Pick<GridProps<DraftRow>, 'parse' | 'onEdit' | 'onEditMany'>> &
  Pick<GridProps<DraftRow>, 'onUnreadable'>

/** Returns the grid's commands on the cells of a child list: read a text, edit one, edit a block. */
export function childCellCommands(list: EditedChildList, search: InputServices['search']): CellCommands {
  const { form, name, child, steps } = list
  const titleOf = (register: string): string => form.model.registers[register]?.title ?? register
  return {
    parse(text, row, column, typed) {
      const field = fieldOf(child, column.id)
      // Missing values are told when the record is saved: a row may be filled in by and by.
      if (!field || (text === '' && !kindByName(field.kind).alwaysSet)) return { value: null }
      return parseCell(text, field, { search, say: form.say }, titleOf, typed, row.values)
    },
    onEdit(key, column, value) {
      steps.keepCell(key, column)
      form.store.editCell(name, key, column, value)
      form.lookUpIn(name, key, column)
    },
    onUnreadable(key, column, unread, left) {
      // A value that was read is in its row, whatever became of it.
      if (unread?.value !== undefined) return
      if (unread && !left) steps.begin(key, column)
      form.store.readCell(childCellPath(name, { row: key, column }), unread && unreadableText(child, column, unread), left)
      if (unread && left && !unread.open) steps.keepBegun(key, column)
    },
    onEditMany: changes => editMany(list, changes),
  }
}

/** Why a text of a cell stays unread. What only the grid could not read (a name that nobody has) is told in its own words. */
function unreadableText(child: Register, column: string, { text, open, reason }: UnreadableInput): UnreadableText {
  if (open) return { code: referenceSearching, params: { text }, text }
  const field = fieldOf(child, column)
  const problem = field && !field.reference ? parseTypedText(text, field).problem : undefined
  return { ...(problem ?? { code: reason }), text }
}

/** A block of cells as one step; what is computed in their rows follows, and their lookups run. */
function editMany({ form, name, child, steps }: EditedChildList, changes: readonly CellChange[]): void {
  const { store, context } = form
  const byRow = Map.groupBy(changes, ({ address }) => address.row)
  const parent = store.draft().values
  steps.change(rows =>
    rows.map(row => {
      const own = byRow.get(row.key)
      if (!own) return row
      const scope = { ...context.scope, parent, isNew: row.base === undefined }
      const values = own.reduce(
        (now, { address, value }) => editedValues(child, now, address.column, value, scope, context.evaluate),
        row.values,
      )
      return { ...row, values }
    }),
  )
  for (const [key, own] of byRow) {
    // An empty cell of the block is as good as none.
    const given = new Set(own.filter(({ value }) => !isEmptyValue(value)).map(({ address }) => address.column))
    for (const { address } of own) form.lookUpIn(name, key, address.column, given)
  }
}
