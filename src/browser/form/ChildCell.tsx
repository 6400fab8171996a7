import { ChevronDown, ChevronUp, CopyPlus, Trash2, Undo2 } from 'lucide-react'
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

/** A button of a row, in plain CSS: dozens of them come and go as the list scrolls. */
function Tool({ label, danger, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={danger ? 'grid-tool is-danger' : 'grid-tool'}
      aria-label={label}
      data-tip={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

interface ToolProps {
  readonly label: string
  readonly danger?: boolean
  readonly children: ReactNode
  onClick(): void
}

function Tools({ list, child, row }: Pick<CellProps, 'list' | 'child' | 'row'>) {
  const { store, register, say } = useForm()
  const ordered = listOf(register, list)?.order !== undefined
  const change = (by: (rows: readonly Row[]) => readonly Row[]): void => store.rows(list, by)
  if (row.removed) {
    return (
      <Tool label={say('restore-row')} onClick={() => change(rows => restoreRow(rows, row.key))}>
        <Undo2 aria-hidden size={16} />
      </Tool>
    )
  }
  return (
    <span className="grid-tools">
      {ordered ? (
        <>
          <Tool label={say('move-up')} onClick={() => change(rows => moveRow(rows, row.key, -1))}>
            <ChevronUp aria-hidden size={16} />
          </Tool>
          <Tool label={say('move-down')} onClick={() => change(rows => moveRow(rows, row.key, 1))}>
            <ChevronDown aria-hidden size={16} />
          </Tool>
        </>
      ) : null}
      <Tool label={say('list.row-duplicate')} onClick={() => change(rows => duplicateRow(rows, row.key, child))}>
        <CopyPlus aria-hidden size={16} />
      </Tool>
      <Tool danger label={say('remove-row')} onClick={() => change(rows => removeRow(rows, row.key))}>
        <Trash2 aria-hidden size={16} />
      </Tool>
    </span>
  )
}
