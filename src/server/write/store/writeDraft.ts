import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'

/** A record on its way to the database: only what changes. */
export interface WriteDraft {
  readonly table: Table
  /** The record as it stands; absent for a new one. */
  readonly before?: DataRow
  /** Values to write, by column. */
  readonly columns: DataRow
  /** The checked record: fields without a column are for the effects. */
  readonly record: DataRow
  readonly lists: readonly ListDraft[]
  /** The ways of its choices that it takes. */
  readonly ways?: readonly string[]
}

export interface ListDraft {
  readonly name: string
  readonly table: Table
  readonly by: string
  readonly removed: readonly unknown[]
  readonly rows: readonly { readonly index: number; readonly before?: DataRow; readonly columns: DataRow }[]
}
