import { useSyncExternalStore } from 'react'
import type { GridColumn } from './columns/gridColumn.ts'
import { useGridContext } from './gridContext.ts'
import { gridMessages as text } from './gridMessages.ts'

/** Says aloud what becomes of the cell that was edited last: saving, saved, refused and why. */
export function Announcer<Row>({ columns }: { columns: readonly GridColumn<Row>[] }) {
  const { state } = useGridContext()
  const said = useSyncExternalStore(state.subscribe, () => {
    const words = state.lastWords()
    if (words !== undefined) return words
    const marked = state.lastMark()
    if (!marked) return ''
    const title = columns.find(column => column.id === marked.place.column)?.title ?? ''
    const how =
      marked.mark === undefined
        ? text.saved
        : marked.mark.status === 'saving'
          ? text.saving
          : marked.mark.status === 'reading'
            ? marked.mark.reason
            : marked.mark.status === 'held'
              ? text.held
              : `${text.failed}. ${marked.mark.reason}`
    return `${title}: ${how}`
  })
  return (
    <div role="status" className="grid-said">
      {said}
    </div>
  )
}
