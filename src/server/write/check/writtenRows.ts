import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import type { WriteDraft } from '../store/writeDraft.ts'

/** One row that a draft writes, and where its fields stand in the body. */
export interface WrittenRow {
  readonly table: Table
  readonly path: string
  readonly id: unknown
  /** The row as it shall stand. */
  readonly row: DataRow
  readonly columns: DataRow
  /** Rows of the same list, for uniqueness among them. */
  readonly siblings: readonly DataRow[]
}

/** The rows that a draft writes: its own and those of its lists. */
export function writtenRows(draft: WriteDraft, path: string): WrittenRow[] {
  const own = {
    table: draft.table,
    path,
    id: draft.before?.id,
    row: { ...draft.before, ...draft.columns },
    columns: draft.columns,
    siblings: [],
  }
  const children = draft.lists.flatMap(({ table, rows, name }) => {
    const all = rows.map(row => ({ ...row.before, ...row.columns }))
    return rows.map((row, at) => ({
      table,
      path: `${path}${name}.${row.index}.`,
      id: row.before?.id,
      row: all[at] ?? {},
      columns: row.columns,
      siblings: all.filter((_, other) => other !== at),
    }))
  })
  return [own, ...children]
}
