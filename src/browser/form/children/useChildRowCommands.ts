import { useMemo } from 'react'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { useInputServices } from '../../../kinds/inputServices.tsx'
import { newRecord } from '../../../model/defaults.ts'
import type { ChildList, Register } from '../../../model/model.ts'
import type { GridProps } from '../../grid/gridProps.ts'
import { addRow, type DraftRow, duplicateRow, moveRow, moveRowBefore, removeRow } from '../draft/draftRows.ts'
import { useForm } from '../formContext.ts'
import { putBack } from '../history/childListUndo.ts'
import { childCellCommands, type EditedChildList } from './childCellCommands.ts'
import { createChildListSteps } from './childListSteps.ts'

/** Returns the grid's commands on the rows of a child list: edit and paste cells, add, move, duplicate, remove, and take back. */
export function useChildRowCommands(list: ChildList, child: Register) {
  const form = useForm()
  const { search } = useInputServices()
  return useMemo(() => {
    const { name } = list
    const edited = { form, name, child, steps: createChildListSteps(form, name) }
    return { ...childCellCommands(edited, search), ...rowCommands(edited, list) }
  }, [form, list, child, search])
}

type RowCommands = Required<Pick<GridProps<DraftRow>, 'addRows' | 'onUndo' | 'onRedo' | 'onDuplicate' | 'onRemove'>> &
  Pick<GridProps<DraftRow>, 'onMoveRow'>

function rowCommands({ form, name, child, steps }: EditedChildList, { max, order }: ChildList): RowCommands {
  const { store } = form
  return {
    addRows(count) {
      const most = max === undefined ? count : Math.min(count, max - (store.draft().rows[name]?.length ?? 0))
      const values = newRecord(form.model, child.name, { ...form.origin, parent: store.draft().values })
      steps.change(rows => Array.from({ length: most }).reduce<typeof rows>(now => addRow(now, values), rows))
      // The cells that follow belong to the same paste.
      steps.join()
    },
    onUndo: steps.undo,
    onRedo: steps.redo,
    onDuplicate: key => steps.change(rows => duplicateRow(rows, key, child)),
    onRemove(key) {
      const rows = store.draft().rows[name] ?? []
      const at = rows.findIndex(row => row.key === key)
      const row = rows[at]
      if (!row) return
      steps.change(now => removeRow(now, key))
      // This row, and not whatever was done last when it is asked for.
      const undo = (): unknown => steps.change(now => putBack(now, row, rows[at + 1]?.key))
      showToast({ text: form.say('list.row-removed'), undo: () => void undo() })
    },
    ...(order === undefined
      ? {}
      : {
          onMoveRow: (key, to) =>
            steps.change(rows => (typeof to === 'number' ? moveRow(rows, key, to) : moveRowBefore(rows, key, to.before))),
        }),
  }
}
