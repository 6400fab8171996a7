import type { ReactNode } from 'react'
import { Checkbox } from '../../controls/Checkbox.tsx'
import type { Value } from '../../kinds/kind.ts'
import { KindCell } from '../../kinds/looks.ts'
import type { Register } from '../../model/model.ts'
import { fieldOf, listOf } from '../../model/register.ts'
import { duplicateRow, moveRow, type Row, removeRow, restoreRow } from '../edit/rows.ts'
import { isEditable, type RowColumn, toolsColumn } from './childColumns.ts'
import { useForm } from './context.ts'

interface CellProps {
  /** Name of the child list. */
  readonly list: string
  readonly child: Register
  readonly row: Row
  readonly column: RowColumn
}

/** A cell of a child list at rest; a box for yes and no; the row's buttons in the last column. */
export function RowCell({ list, child, row, column }: CellProps) {
  const form = useForm()
  if (column.id === toolsColumn) return <Tools list={list} child={child} row={row} />
  const field = fieldOf(child, column.id)
  if (!field) return null
  const value = (row.values[field.name] ?? null) as Value
  if (field.kind === 'boolean' && !row.removed) {
    const editable = isEditable(child, field, row, form.store.shown().values, form.around)
    return (
      <Checkbox
        aria-label={field.title}
        checked={value === true}
        disabled={!editable}
        onChange={checked => form.store.editCell(list, row.key, field.name, checked)}
      />
    )
  }
  const shown = <KindCell value={value} field={field} row={row.values} />
  if (!row.removed) return shown
  return <span className="form-removed">{shown}</span>
}

/** A button of a row, in plain CSS and with a sign that is no element: dozens of them come and go as the list scrolls. */
const tool = (sign: 'up' | 'down' | 'copy' | 'remove' | 'back', label: string, act: () => void): ReactNode => (
  <button type="button" className={`grid-tool is-${sign}`} aria-label={label} data-tip={label} onClick={act} />
)

function Tools({ list, child, row }: Pick<CellProps, 'list' | 'child' | 'row'>) {
  const { store, register, say } = useForm()
  const ordered = listOf(register, list)?.order !== undefined
  const change = (by: (rows: readonly Row[]) => readonly Row[]): void => store.rows(list, by)
  if (row.removed) return tool('back', say('restore-row'), () => change(rows => restoreRow(rows, row.key)))
  return (
    <span className="grid-tools">
      {ordered ? tool('up', say('move-up'), () => change(rows => moveRow(rows, row.key, -1))) : null}
      {ordered ? tool('down', say('move-down'), () => change(rows => moveRow(rows, row.key, 1))) : null}
      {tool('copy', say('list.row-duplicate'), () => change(rows => duplicateRow(rows, row.key, child)))}
      {tool('remove', say('remove-row'), () => change(rows => removeRow(rows, row.key)))}
    </span>
  )
}
