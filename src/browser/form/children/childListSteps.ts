import { childCellPath } from '../draft/childCellPath.ts'
import type { DraftRow } from '../draft/draftRows.ts'
import { unreadableInList } from '../draft/recordDraft.ts'
import type { FormShared } from '../formContext.ts'
import { type ChildListSnapshot, createChildListUndo } from '../history/childListUndo.ts'
import { unreadableCells } from './unreadableCells.ts'

/** Changes of one child list, each a step that can be taken back. */
export interface ChildListSteps {
  /** Changes the rows as one step. */
  change(by: (rows: readonly DraftRow[]) => readonly DraftRow[]): true
  /** An unreadable text begins to be typed into a cell: taking it back brings the list as it is now. */
  begin(row: string, column: string): void
  /** A cell is about to change, or was left with its unreadable text: one step, from where its typing began. */
  keepCell(row: string, column: string): void
  /** Keeps the step of a cell's typing, where one has begun. */
  keepBegun(row: string, column: string): void
  /** The next change belongs to the last one. */
  join(): void
  undo(): true | undefined
  redo(): true | undefined
}

export function createChildListSteps({ store, grids, model }: FormShared, name: string): ChildListSteps {
  const now = (): ChildListSnapshot => ({ rows: store.draft().rows[name] ?? [], unread: unreadableInList(store.draft(), name) })
  const past = createChildListUndo(now, ({ rows, unread }) => {
    store.list(name, rows, unread)
    grids.get(name)?.setUnreadable(unreadableCells({ store, model }, name))
  })
  /** The list when an unreadable text began to be typed into a cell. */
  let begun: (ChildListSnapshot & { readonly path: string }) | undefined
  const keep = (path?: string): void => {
    past.keep(begun && begun.path === path ? begun : undefined)
    begun = undefined
  }
  const pathOf = (row: string, column: string): string => childCellPath(name, { row, column })
  return {
    change(by) {
      keep()
      store.rows(name, by)
      return true
    },
    begin(row, column) {
      const path = pathOf(row, column)
      if (begun?.path !== path) begun = { ...now(), path }
    },
    keepCell: (row, column) => keep(pathOf(row, column)),
    keepBegun(row, column) {
      const path = pathOf(row, column)
      if (begun?.path === path) keep(path)
    },
    join: past.join,
    undo: past.undo,
    redo: past.redo,
  }
}
