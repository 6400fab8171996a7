import { useMemo } from 'react'
import { Checkbox } from '../../../controls/fields/Checkbox.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import { useInputServices } from '../../../kinds/inputServices.tsx'
import { KindInput } from '../../../kinds/inputs.ts'
import { holdsYesOrNo, kindByName } from '../../../kinds/values.ts'
import type { ShowEdit, ShowView } from '../../../model/action.ts'
import type { Field } from '../../../model/model.ts'
import type { GridColumn } from '../../grid/columns/gridColumn.ts'
import { FieldEditor } from '../../grid/edit/FieldEditor.tsx'
import { Grid } from '../../grid/Grid.tsx'
import type { ActionDialogTools } from '../actionDialog.ts'
import { checkFieldValue } from '../checkFieldValue.ts'
import { parseCell } from '../parseCell.ts'
import type { RowLine } from './rowLines.ts'
import type { useRowEdits } from './useRowEdits.ts'

type Column = GridColumn<RowLine>

interface Props {
  readonly title: string
  readonly view: ShowView
  readonly edit: ShowEdit
  readonly rows: readonly RowLine[]
  readonly edits: ReturnType<typeof useRowEdits>
  readonly tools: ActionDialogTools
}

/** Tallest before the table scrolls by itself. */
const tallest = 460

const rowId = (row: RowLine): string => row.key

/** The rows in the one grid: typed, pasted, filled and taken back as in any list. */
export function RowsGrid({ title, view, edit, rows, edits, tools }: Props) {
  const { say, model } = tools
  const around = useInputServices()
  const columns = useMemo(() => view.columns.map(field => columnOf(field, edit)), [view, edit])
  const fieldNamed = (name: string): Field | undefined => view.columns.find(field => field.name === name)
  const nameOf = (row: RowLine): string =>
    String(row.values[view.columns.find(field => kindByName(field.kind).words)?.name ?? edit.key] ?? row.key)
  return (
    <Grid<RowLine>
      label={title}
      columns={columns}
      stack
      rows={rows}
      rowId={rowId}
      rowName={nameOf}
      cell={(row, { id }) => {
        const field = fieldNamed(id)
        if (!field) return null
        if (!holdsYesOrNo(field) || !edit.fields.includes(id))
          return <KindCell value={asValue(row.values[id])} field={field} row={row.values} />
        return (
          <Checkbox
            aria-label={`${field.title}: ${nameOf(row)}`}
            checked={row.values[id] === true}
            onChange={value => edits.type([{ row: row.key, column: id, value }])}
          />
        )
      }}
      value={(row, { id }) => row.values[id] ?? null}
      editor={each => {
        const field = fieldNamed(each.column.id)
        return (
          field && (
            <FieldEditor edit={each} input={KindInput} field={field} check={value => checkFieldValue(field, value)} say={say} />
          )
        )
      }}
      parse={(text, _row, { id }) => {
        const field = fieldNamed(id)
        return field ? parseCell(text, field, around, name => model.registers[name]?.title ?? name) : { value: null }
      }}
      onEdit={(row, column, value) => edits.type([{ row, column, value }])}
      onEditMany={changes => edits.type(changes.map(({ address, value }) => ({ ...address, value })))}
      onUndo={edits.undo}
      onRedo={edits.redo}
      problems={edits.problems}
      maxHeight={tallest}
      empty={<p>{say(view.empty ?? 'empty')}</p>}
    />
  )
}

function columnOf(field: Field, { fields, widths }: ShowEdit): Column {
  const { rows } = kindByName(field.kind).room(field)
  const { fixed } = rows
  // A dialog has less room than a page: what does not fit is read by its tip.
  const width = widths?.[field.name] ?? Math.round(rows.width * 0.85)
  const box = holdsYesOrNo(field)
  return {
    id: field.name,
    title: field.title,
    width,
    fixed,
    ...(fixed ? {} : { least: Math.round(width * 0.7) }),
    align: kindByName(field.kind).align,
    required: fields.includes(field.name) && !box,
    control: box,
    text: row => kindByName(field.kind).format(asValue(row.values[field.name]), field),
    editable: () => fields.includes(field.name) && !box,
  }
}
