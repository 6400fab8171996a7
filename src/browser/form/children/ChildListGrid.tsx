import { chakra } from '@chakra-ui/react/styled-system'
import { memo, useCallback, useMemo, useState } from 'react'
import { FieldNotes } from '../../../controls/fields/FormField.tsx'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Value } from '../../../kinds/kind.ts'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { ChildList as List, Register } from '../../../model/model.ts'
import { childListNamed, fieldOf } from '../../../model/register.ts'
import { checkFieldValue } from '../../actions/checkFieldValue.ts'
import { useSession } from '../../data/session.tsx'
import { cellAddressKey } from '../../grid/cellAddress.ts'
import { FieldEditor } from '../../grid/edit/FieldEditor.tsx'
import { Grid } from '../../grid/Grid.tsx'
import type { CellEditorProps } from '../../grid/gridContext.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { childCellOf } from '../draft/childCellPath.ts'
import { type DraftRow, remainingRows } from '../draft/draftRows.ts'
import type { ListViewState } from '../draft/formState.ts'
import { useFieldPlacement, useForm, useFormState } from '../formContext.ts'
import { AddRowButton } from './AddRowButton.tsx'
import type { AddBarProps } from './add/AddBar.tsx'
import { addBarHeight, addBarLine, addBarRoom } from './add/addBarRoom.ts'
import { afterPointerUp } from './afterPointerUp.ts'
import { childCell } from './ChildCell.tsx'
import type { RowDialogProps } from './dialog/rowDialogProps.ts'
import { keepGrid } from './keepGrid.ts'
import { NewRecordsFrom } from './NewRecordsFrom.tsx'
import { repeatTones } from './repeatTones.ts'
import { unreadableCells } from './unreadableCells.ts'
import { type ChildColumn, useChildColumns } from './useChildColumns.ts'
import { useChildRowCommands } from './useChildRowCommands.ts'
import type { WeekListProps } from './week/WeekList.tsx'

/** Widest list before it scrolls inside the page. */
const most = 480

/** Rows of a child list as a grid: added, edited in place, moved, removed and taken back; saved with the record. */
export const ChildListGrid = memo(function ChildList({ name }: { readonly name: string }) {
  const form = useForm()
  const list = childListNamed(form.register, name)
  const child = list ? form.model.registers[list.register] : undefined
  const visible = useFormState(state => state.lists[name]?.visible)
  const { item } = useFieldPlacement()
  if (!list || !child || !visible) return null
  const week = item && 'list' in item ? item.week : undefined
  return week ? <WeekRows list={list} child={child} week={week} /> : <Rows list={list} child={child} />
})

const loadWeek = () => loadWithRetry(() => import('./week/WeekList.tsx'))

/** Rows that are hours on days of the week, whose code comes with the first list that has such. */
function WeekRows({ list, child, week }: RowsProps & Pick<WeekListProps, 'week'>) {
  const form = useForm()
  const { name } = list
  const state = useFormState(all => all.lists[name])
  const revision = useFormState(all => all.revision)
  const Week = useLazyComponent(loadWeek, true)
  const id = `${form.id}-list-${name}`
  const own = state?.problems['']
  const locked = state?.locked === true || list.readOnly === true || list.fixed === true
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a box
    <div
      role="group"
      className="form-field"
      aria-labelledby={`${id}-label`}
      data-list={name}
      onBlur={() => afterPointerUp(() => form.store.leave(name))}
    >
      <ListHead id={`${id}-label`} title={list.title} count={0} />
      {Week ? <Week key={revision} {...{ list, child, week, locked }} /> : <chakra.div height={addBarHeight} mb="2" />}
      <div className="form-list-notes">
        <FieldNotes id={id} error={own ? formatProblem(form.model, own) : undefined} />
      </div>
    </div>
  )
}

const rowId = (row: DraftRow): string => row.key

interface RowsProps {
  readonly list: List
  readonly child: Register
}

function Rows({ list: defined, child }: RowsProps) {
  const form = useForm()
  const { name } = defined
  const { item } = useFieldPlacement()
  const state = useFormState(all => all.lists[name])
  const locked = state?.locked ?? false
  const list = useMemo((): List => (locked ? { ...defined, fixed: true, readOnly: true } : defined), [defined, locked])
  const place = item && 'list' in item ? item : undefined
  const columns = useChildColumns(child, list, place)
  const [opened, setOpened] = useState<string>()
  const rows = state?.rows ?? []
  const growing = !list.fixed && (list.max === undefined || remainingRows(rows).length < list.max)
  const { user } = useSession()
  const id = `${form.id}-list-${name}`
  const problems = useCellProblems(list, state?.problems)
  const own = state?.problems['']
  const columnIds = columns.map(({ id: column }) => column).join(' ')
  const hand = useMemo(() => keepGrid(form.grids, name, columnIds.split(' ')), [form, name, columnIds])
  const commands = useChildRowCommands(list, child)
  const revision = useFormState(all => all.revision)
  const tone = useRepeatTone(state?.rows, place?.repeats)
  const cell = useCallback(
    (row: DraftRow, column: ChildColumn) => childCell({ list: name, child, row, place, onOpen: setOpened }, column),
    [name, child, place],
  )
  const editor = useCellEditor(list, child, commands)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a box
    <div
      role="group"
      className="form-field"
      aria-labelledby={`${id}-label`}
      data-list={name}
      onBlur={() => afterPointerUp(() => form.store.leave(name))}
    >
      <ListHead id={`${id}-label`} title={list.title} count={remainingRows(rows).length} />
      {place?.add && growing ? <LazyAddBar list={list} child={child} bar={place.add} /> : null}
      <Grid<DraftRow>
        key={revision}
        handle={hand}
        layoutName={`${user.id}.${form.register.name}.${name}`}
        unreadable={unreadableCells(form, name)}
        label={list.title}
        columns={columns}
        stack
        rows={rows}
        rowId={rowId}
        cell={cell}
        value={valueOfCell}
        editor={editor}
        {...(list.fixed ? { ...commands, ...given } : commands)}
        problems={problems}
        tone={tone}
        maxHeight={most}
        empty={<p className="form-code">{form.say(place?.empty ?? 'empty-list')}</p>}
      />
      <div className="form-list-notes">
        <FieldNotes id={id} help={list.help} error={own ? formatProblem(form.model, own) : undefined} />
      </div>
      {opened !== undefined && place?.dialog ? (
        <LazyRowDialog
          {...{ list, child, place, dialog: place.dialog, locked, commands }}
          row={opened}
          onRow={setOpened}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {growing && !place?.add ? <AddRowButton list={list} child={child} column={columns[0]?.id} /> : null}
    </div>
  )
}

/** The editor of a cell, which is the input of its field's kind. */
function useCellEditor({ name }: List, child: Register, commands: ReturnType<typeof useChildRowCommands>) {
  const form = useForm()
  return useCallback(
    (edit: CellEditorProps<DraftRow>) => {
      const field = fieldOf(child, edit.column.id)
      // Missing values are told when the record is saved: a row may be filled in by and by.
      const check = (value: Value) => (field && value !== null ? checkFieldValue(field, value) : undefined)
      const shown = field && (
        <FieldEditor edit={edit} input={KindInput} field={field} record={edit.row.values} check={check} say={form.say} />
      )
      if (!field?.reference) return shown
      const { key, values } = edit.row
      return (
        <NewRecordsFrom
          register={child}
          values={() => ({ ...values, parent: form.store.shown().values })}
          made={id => {
            void commands.onEdit?.(key, field.name, id)
            // The search text stands in the cell since the dialog took the keyboard: it is read now.
            form.grids.get(name)?.setUnreadable(unreadableCells(form, name))
          }}
        >
          {shown}
        </NewRecordsFrom>
      )
    },
    [name, child, form, commands],
  )
}

/** Rows that the server gives are neither added nor taken out, and stand in its order. */
const given = { addRows: undefined, onDuplicate: undefined, onRemove: undefined, onMoveRow: undefined }

const loadAddBar = () => loadWithRetry(() => import('./add/AddBar.tsx'))

/** The bar above the list, whose code comes with the first list that has one. */
function LazyAddBar(props: AddBarProps) {
  const Bar = useLazyComponent(loadAddBar, true)
  if (Bar) return <Bar {...props} />
  return (
    <chakra.div {...addBarLine}>
      {props.bar.fields.map(name => {
        const field = fieldOf(props.child, name)
        return field && <chakra.div key={name} {...addBarRoom(field)} height={addBarHeight} />
      })}
      <chakra.div width="6.75rem" height={addBarHeight} />
    </chakra.div>
  )
}

const loadRowDialog = () => loadWithRetry(() => import('./dialog/RowDialog.tsx'))

function LazyRowDialog(props: RowDialogProps) {
  const Dialog = useLazyComponent(loadRowDialog, true, props.onClose)
  return Dialog ? <Dialog {...props} /> : null
}

/** The colour of a row that says the same in a field as another one. */
function useRepeatTone(rows: readonly DraftRow[] | undefined, repeats: string | undefined) {
  return useMemo(() => {
    if (!repeats) return undefined
    const tones = repeatTones(rows ?? [], repeats)
    return (row: DraftRow) => tones.get(row.key)
  }, [rows, repeats])
}

const valueOfCell = (row: DraftRow, column: ChildColumn): unknown => row.values[column.id] ?? null

/** Returns the problems of cells, as the grid asks for them. */
function useCellProblems({ name }: List, found: ListViewState['problems'] | undefined): ReadonlyMap<string, string> {
  const { model } = useForm()
  return useMemo(
    () =>
      new Map(
        Object.entries(found ?? {}).flatMap(([rest, problem]) => {
          const cell = childCellOf(`${name}.${rest}`)
          return cell ? [[cellAddressKey(cell.address), formatProblem(model, problem)] as const] : []
        }),
      ),
    [found, model, name],
  )
}

/** The list's name and how many rows it has. */
function ListHead({ id, title, count }: { readonly id: string; readonly title: string; readonly count: number }) {
  const { parts, layout } = useForm().register.views.form
  const { part } = useFieldPlacement()
  // A part that is nothing but this list has said its name already.
  const alone = parts.some(one => one.id === part && one.title === title)
  const titled = layout !== 'tabs' && parts.length > 1
  const Title = titled ? 'h3' : 'h2'
  return (
    <div className={alone ? 'form-list-head is-unseen' : 'form-list-head'}>
      <Title id={id} className="form-list-title">
        {title}
      </Title>
      <span className="form-note">{count || ''}</span>
    </div>
  )
}
