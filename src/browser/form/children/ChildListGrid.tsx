import { Plus } from 'lucide-react'
import { memo, useCallback, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../controls/Button.tsx'
import { FieldNotes } from '../../../controls/fields/FormField.tsx'
import { KindInput } from '../../../kinds/inputs.ts'
import { newRecord } from '../../../model/defaults.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { ChildList as List, Register } from '../../../model/model.ts'
import { childListNamed, fieldOf } from '../../../model/register.ts'
import { useSession } from '../../data/session.tsx'
import { cellAddressKey } from '../../grid/cellAddress.ts'
import { FieldEditor } from '../../grid/edit/FieldEditor.tsx'
import { Grid } from '../../grid/Grid.tsx'
import type { CellEditorProps } from '../../grid/gridContext.ts'
import type { GridHandle } from '../../grid/gridProps.ts'
import { childCellOf } from '../draft/childCellPath.ts'
import { addRow, type DraftRow, remainingRows } from '../draft/draftRows.ts'
import { useFieldPlacement, useForm, useFormState } from '../formContext.ts'
import { afterPointerUp } from './afterPointerUp.ts'
import { childCell } from './ChildCell.tsx'
import { unreadableCells } from './unreadableCells.ts'
import { type ChildColumn, useChildColumns } from './useChildColumns.ts'
import { useChildRowCommands } from './useChildRowCommands.ts'

/** Widest list before it scrolls inside the page. */
const most = 480

/** Rows of a child list as a grid: added, edited in place, moved, removed and taken back; saved with the record. */
export const ChildListGrid = memo(function ChildList({ name }: { readonly name: string }) {
  const form = useForm()
  const list = childListNamed(form.register, name)
  const child = list ? form.model.registers[list.register] : undefined
  const visible = useFormState(state => state.lists[name]?.visible)
  return list && child && visible ? <Rows list={list} child={child} /> : null
})

const rowId = (row: DraftRow): string => row.key

function Rows({ list, child }: { readonly list: List; readonly child: Register }) {
  const form = useForm()
  const { store } = form
  const { part, item } = useFieldPlacement()
  const { name } = list
  const state = useFormState(all => all.lists[name])
  const columns = useChildColumns(child, list, item && 'list' in item ? item.columns : undefined)
  const rows = state?.rows ?? []
  const { user } = useSession()
  const id = `${form.id}-list-${name}`
  const problems = useMemo(
    () =>
      new Map(
        Object.entries(state?.problems ?? {}).flatMap(([rest, problem]) => {
          const cell = childCellOf(`${name}.${rest}`)
          return cell ? [[cellAddressKey(cell.address), formatProblem(form.model, problem)] as const] : []
        }),
      ),
    [state?.problems, form.model, name],
  )
  const own = state?.problems['']
  // A part that is nothing but this list has said its name already.
  const alone = form.register.views.form.parts.some(one => one.id === part && one.title === list.title)
  const titled = form.register.views.form.layout !== 'tabs' && form.register.views.form.parts.length > 1
  const Title = titled ? 'h3' : 'h2'
  const add = (): void => {
    const values = newRecord(form.model, child.name, { ...form.origin, parent: store.draft().values })
    // The next key is already on its way to the new row.
    flushSync(() => store.rows(name, now => addRow(now, values)))
    const row = store.draft().rows[name]?.at(-1)?.key
    const column = columns[0]?.id
    if (row && column) form.grids.get(name)?.reveal({ row, column })
  }
  const hand = useCallback(
    (grid: GridHandle | null) => void (grid ? form.grids.set(name, grid) : form.grids.delete(name)),
    [form, name],
  )
  const slots = useChildRowCommands(list, child)
  const revision = useFormState(all => all.revision)
  const cell = useCallback((row: DraftRow, column: ChildColumn) => childCell(name, child, row, column), [name, child])
  const editor = useCallback(
    (edit: CellEditorProps<DraftRow>) => {
      const field = fieldOf(child, edit.column.id)
      return field && <FieldEditor edit={edit} input={KindInput} field={field} say={form.say} />
    },
    [child, form],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a box
    <div
      role="group"
      className="form-field"
      aria-labelledby={`${id}-label`}
      data-list={name}
      onBlur={() => afterPointerUp(() => store.leave(name))}
    >
      <div className={alone ? 'form-list-head is-unseen' : 'form-list-head'}>
        <Title id={`${id}-label`} className="form-list-title">
          {list.title}
        </Title>
        <span className="form-note">{remainingRows(rows).length || ''}</span>
      </div>
      <Grid<DraftRow>
        key={revision}
        handle={hand}
        layoutName={`${user.id}.${form.register.name}.${name}`}
        unreadable={unreadableCells(form, name)}
        label={list.title}
        columns={columns}
        rows={rows}
        rowId={rowId}
        cell={cell}
        value={valueOfCell}
        editor={editor}
        {...(list.fixed ? { ...slots, addRows: undefined, onDuplicate: undefined, onRemove: undefined } : slots)}
        problems={problems}
        maxHeight={most}
        empty={<p className="form-code">{form.say('empty-list')}</p>}
      />
      <div className="form-list-notes">
        <FieldNotes id={id} help={list.help} error={own ? formatProblem(form.model, own) : undefined} />
      </div>
      {!list.fixed && (list.max === undefined || remainingRows(rows).length < list.max) ? (
        // The field that is left by the click may get a message, and must not move the button from under the pointer.
        <Button
          size="sm"
          className="form-add"
          icon={<Plus aria-hidden />}
          onClick={add}
          onMouseDown={event => event.preventDefault()}
        >
          {form.say('add-row')}
        </Button>
      ) : null}
    </div>
  )
}

const valueOfCell = (row: DraftRow, column: ChildColumn): unknown => row.values[column.id] ?? null
