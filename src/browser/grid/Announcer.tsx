import { useSyncExternalStore } from 'react'
import type { GridColumn } from './column.ts'
import { useGridParts } from './parts.ts'
import { words } from './words.ts'

/** Says aloud what becomes of the cell that was edited last: saving, saved, refused and why. */
export function Announcer<Row>({ columns }: { columns: readonly GridColumn<Row>[] }) {
  const { state } = useGridParts()
  const text = useSyncExternalStore(state.subscribe, () => {
    const said = state.lastMark()
    if (!said) return ''
    const title = columns.find(column => column.id === said.place.column)?.title ?? ''
    const how =
      said.mark === undefined
        ? words.saved
        : said.mark.status === 'saving'
          ? words.saving
          : `${words.failed}. ${said.mark.reason}`
    return `${title}: ${how}`
  })
  return (
    <div role="status" className="grid-said">
      {text}
    </div>
  )
}
