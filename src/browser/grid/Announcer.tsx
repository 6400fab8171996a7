import { useSyncExternalStore } from 'react'
import type { GridColumn } from './columns/gridColumn.ts'
import { useGridContext } from './gridContext.ts'
import { gridMessages as text } from './gridMessages.ts'

/** Says aloud what becomes of the cell that was edited last: saving, saved, refused and why. */
export function Announcer<Row>({ columns }: { columns: readonly GridColumn<Row>[] }) {
  const { state } = useGridContext()
  const said = useSyncExternalStore(state.subscribe, () => {
    const announcement = state.lastAnnouncement()
    if (announcement !== undefined) return announcement
    const changed = state.lastStatus()
    if (!changed) return ''
    const title = columns.find(column => column.id === changed.address.column)?.title ?? ''
    const how =
      changed.status === undefined
        ? text.saved
        : changed.status.state === 'saving'
          ? text.saving
          : changed.status.state === 'reading'
            ? changed.status.reason
            : changed.status.state === 'pending'
              ? text.held
              : `${text.failed}. ${changed.status.reason}`
    return `${title}: ${how}`
  })
  return (
    <div role="status" className="grid-said">
      {said}
    </div>
  )
}
