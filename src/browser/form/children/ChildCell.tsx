import type { ReactNode } from 'react'
import { Checkbox } from '../../../controls/fields/Checkbox.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { cellTextOf, KindCell } from '../../../kinds/cells.ts'
import { holdsYesOrNo } from '../../../kinds/values.ts'
import type { Field, Register } from '../../../model/model.ts'
import { childListNamed, fieldOf } from '../../../model/register.ts'
import { type DraftRow, duplicateRow, moveRow, removeRow, restoreRow } from '../draft/draftRows.ts'
import { useForm, useFormState } from '../formContext.ts'
import { type ChildColumn, type ChildListPlace, childToolsColumn, isChildFieldEditable } from './useChildColumns.ts'

interface CellProps {
  /** Name of the child list. */
  readonly list: string
  readonly child: Register
  readonly row: DraftRow
  readonly place: ChildListPlace | undefined
  /** Opens the dialog of a row. */
  onOpen(key: string): void
}

/** A cell of a child list at rest; a box for yes and no; the row's buttons in the last column. A plain function, as in a list. */
export function childCell(cell: CellProps, column: ChildColumn): ReactNode {
  const { child, row } = cell
  if (column.id === childToolsColumn) return <Tools {...cell} />
  const field = fieldOf(child, column.id)
  if (!field) return null
  if (holdsYesOrNo(field) && !row.removed) return <Box {...cell} field={field} />
  const value = asValue(row.values[field.name])
  const shown = cellTextOf(value, field) ?? <KindCell value={value} field={field} row={row.values} />
  return row.removed ? <span className="form-removed">{shown}</span> : shown
}

function Box({ list, child, row, place, field }: CellProps & { readonly field: Field }) {
  const { store, context } = useForm()
  const editable = isChildFieldEditable(child, field, row, { parent: store.shown().values, locks: place?.readOnly }, context)
  return (
    <Checkbox
      aria-label={field.title}
      checked={row.values[field.name] === true}
      disabled={!editable}
      onChange={checked => store.editCell(list, row.key, field.name, checked)}
    />
  )
}

/** A button of a row, in plain CSS and with a sign that is no element: dozens of them come and go as the list scrolls. */
const tool = (sign: 'up' | 'down' | 'copy' | 'remove' | 'back' | 'open', label: string, act: () => void): ReactNode => (
  <button type="button" className={`grid-tool is-${sign}`} aria-label={label} data-tip={label} onClick={act} />
)

function Tools({ list, child, row, place, onOpen }: CellProps) {
  const { store, register, say } = useForm()
  const defined = childListNamed(register, list)
  const ordered = defined?.order !== undefined
  const fixed = useFormState(state => state.lists[list]?.locked) || defined?.fixed
  const open = place?.dialog ? tool('open', say(place.dialog.button), () => onOpen(row.key)) : null
  const change = (by: (rows: readonly DraftRow[]) => readonly DraftRow[]): void => store.rows(list, by)
  if (fixed) return <span className="grid-tools">{open}</span>
  if (row.removed) return tool('back', say('restore-row'), () => change(rows => restoreRow(rows, row.key)))
  return (
    <span className="grid-tools">
      {open}
      {ordered ? tool('up', say('move-up'), () => change(rows => moveRow(rows, row.key, -1))) : null}
      {ordered ? tool('down', say('move-down'), () => change(rows => moveRow(rows, row.key, 1))) : null}
      {tool('copy', say('list.row-duplicate'), () => change(rows => duplicateRow(rows, row.key, child)))}
      {tool('remove', say('remove-row'), () => change(rows => removeRow(rows, row.key)))}
    </span>
  )
}
