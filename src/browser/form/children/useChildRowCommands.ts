import { useMemo } from 'react'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { useInputServices } from '../../../kinds/inputServices.tsx'
import { referenceSearching } from '../../../kinds/reference/matchOptions.ts'
import { parseTypedText } from '../../../kinds/typedText.ts'
import { kindByName } from '../../../kinds/values.ts'
import { newRecord } from '../../../model/defaults.ts'
import type { ChildList, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { parseCell } from '../../actions/parseCell.ts'
import type { GridProps } from '../../grid/gridProps.ts'
import { childCellPath } from '../draft/childCellPath.ts'
import { applyEdit } from '../draft/computedFields.ts'
import { addRow, type DraftRow, duplicateRow, moveRow, moveRowBefore, removeRow } from '../draft/draftRows.ts'
import { isEmptyValue } from '../draft/equal.ts'
import { unreadableInList } from '../draft/recordDraft.ts'
import { type FormShared, useForm } from '../formContext.ts'
import { type ChildListSnapshot, createChildListUndo, putBack } from '../history/childListUndo.ts'
import { unreadableCells } from './unreadableCells.ts'

type Slots = Required<
  Pick<GridProps<DraftRow>, 'parse' | 'onEdit' | 'onEditMany' | 'addRows' | 'onUndo' | 'onRedo' | 'onDuplicate' | 'onRemove'>
> &
  Pick<GridProps<DraftRow>, 'onMoveRow' | 'onUnreadable'>

type Rows = readonly DraftRow[]

/** What the grid may do to the rows of a child list beyond editing a cell: paste, fill, move, duplicate, remove, and take back. */
export function useChildRowCommands(list: ChildList, child: Register): Slots {
  const form = useForm()
  const { search } = useInputServices()
  return useMemo(() => slotsOf(form, list, child, search), [form, list, child, search])
}

function slotsOf(
  form: FormShared,
  list: ChildList,
  child: Register,
  search: ReturnType<typeof useInputServices>['search'],
): Slots {
  const { store, context } = form
  const { name } = list
  const now = (): ChildListSnapshot => ({ rows: store.draft().rows[name] ?? [], unread: unreadableInList(store.draft(), name) })
  const past = createChildListUndo(now, ({ rows, unread }) => {
    store.list(name, rows, unread)
    form.grids.get(name)?.setUnreadable(unreadableCells(form, name))
  })
  /** The list when an unreadable text began to be typed into a cell. */
  let begun: (ChildListSnapshot & { readonly path: string }) | undefined
  const keep = (path?: string): void => {
    past.keep(begun && begun.path === path ? begun : undefined)
    begun = undefined
  }
  const change = (by: (rows: Rows) => Rows): true => {
    keep()
    store.rows(name, by)
    return true
  }
  const titleOf = (register: string): string => form.model.registers[register]?.title ?? register

  return {
    parse(text, _row, column, typed) {
      const field = fieldOf(child, column.id)
      // What is missing is told when the record is saved: a row may be filled in by and by.
      if (!field || (text === '' && !kindByName(field.kind).alwaysSet)) return { value: null }
      return parseCell(text, field, { search, say: form.say }, titleOf, typed)
    },
    onEdit(key, column, value) {
      keep(childCellPath(name, { row: key, column }))
      store.editCell(name, key, column, value)
      form.lookUpIn(name, key, column)
    },
    onUnreadable(key, column, unread, left) {
      // What was read is in its row, whatever became of it.
      if (unread?.value !== undefined) return
      const field = fieldOf(child, column)
      const asks = unread?.open ? { code: referenceSearching, params: { text: unread.text } } : undefined
      const problem = asks ?? (unread && field && !field.reference ? parseTypedText(unread.text, field).problem : undefined)
      const path = childCellPath(name, { row: key, column })
      if (unread && !left && begun?.path !== path) begun = { ...now(), path }
      // What only the grid could not read (a name that nobody has) is told in its own words.
      store.readCell(path, unread && { ...(problem ?? { code: unread.reason }), text: unread.text }, left)
      if (unread && left && !unread.open && begun?.path === path) keep(path)
    },
    onEditMany(changes) {
      const byRow = Map.groupBy(changes, ({ address }) => address.row)
      const parent = store.draft().values
      change(rows =>
        rows.map(row => {
          const own = byRow.get(row.key)
          if (!own) return row
          const scope = { ...context.scope, parent, isNew: row.base === undefined }
          const values = own.reduce(
            (now, { address, value }) => applyEdit(child, now, address.column, value, scope, context.evaluate),
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
    },
    addRows(count) {
      const most = list.max === undefined ? count : Math.min(count, list.max - (store.draft().rows[name]?.length ?? 0))
      const values = newRecord(form.model, child.name, { ...form.origin, parent: store.draft().values })
      change(rows => Array.from({ length: most }).reduce<Rows>(now => addRow(now, values), rows))
      // The cells that follow belong to the same paste.
      past.join()
    },
    onUndo: past.undo,
    onRedo: past.redo,
    onDuplicate: key => change(rows => duplicateRow(rows, key, child)),
    onRemove(key) {
      const rows = store.draft().rows[name] ?? []
      const at = rows.findIndex(row => row.key === key)
      const row = rows[at]
      if (!row) return
      change(now => removeRow(now, key))
      // This row, and not whatever was done last when it is asked for.
      const undo = (): unknown => change(now => putBack(now, row, rows[at + 1]?.key))
      showToast({ text: form.say('list.row-removed'), undo: () => void undo() })
    },
    ...(list.order === undefined
      ? {}
      : {
          onMoveRow: (key, to) =>
            change(rows => (typeof to === 'number' ? moveRow(rows, key, to) : moveRowBefore(rows, key, to.before))),
        }),
  }
}
