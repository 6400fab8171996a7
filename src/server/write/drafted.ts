import type { Row } from '../query/run.ts'
import type { Table } from '../query/table.ts'

/** A record on its way to the database: only what changes. */
export interface Draft {
  readonly table: Table
  /** The record as it stands; absent for a new one. */
  readonly before?: Row
  /** Values to write, by column. */
  readonly columns: Row
  /** The checked record: fields without a column are for the effects. */
  readonly record: Row
  readonly lists: readonly ListDraft[]
}

export interface ListDraft {
  readonly name: string
  readonly table: Table
  readonly by: string
  readonly removed: readonly unknown[]
  readonly rows: readonly { readonly index: number; readonly before?: Row; readonly columns: Row }[]
}
