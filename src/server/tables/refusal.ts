import { quoted } from './names.ts'
import type { PresentColumn } from './present.ts'
import type { WantedColumn, WantedTable } from './wanted.ts'

/** A change that would lose data: it is made only by a migration that a person wrote. */
export interface Refusal {
  readonly table: string
  readonly column: string
  readonly why: string
  /** File that would allow it, and what it holds. */
  readonly file: string
  readonly statement: string
}

/** A column that no field needs. */
export const dropRefused = (table: WantedTable, column: PresentColumn): Refusal => ({
  table: table.name,
  column: column.name,
  why: `The definition has no field "${column.name}" any more, and dropping its column loses data. If it has another name now, say so in the field: "was": "${column.name}".`,
  file: `schemas/migrations/drop-${table.name}-${column.name}.sql`,
  statement: `ALTER TABLE ${quoted(table.name)} DROP COLUMN ${quoted(column.name)} CASCADE;`,
})

/** A type that cannot hold what is there. */
export const narrowingRefused = (table: WantedTable, column: WantedColumn, present: PresentColumn): Refusal => ({
  table: table.name,
  column: column.name,
  why: `The column is ${present.type} and the definition wants ${column.type}, which cannot hold every value.`,
  file: `schemas/migrations/change-${table.name}-${column.name}.sql`,
  statement: `ALTER TABLE ${quoted(table.name)} ALTER COLUMN ${quoted(column.name)} TYPE ${column.type} USING ${quoted(column.name)}::${column.type};`,
})
