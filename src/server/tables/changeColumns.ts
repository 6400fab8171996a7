import { columnSql, commentSteps, typeSql } from './columnSql.ts'
import { isWideningType } from './columnType.ts'
import type { PresentColumn, PresentTable } from './presentTables.ts'
import { type RefusedTableChange, refusedDrop, refusedNarrowing } from './refusedTableChange.ts'
import { searchColumn } from './searchColumn.ts'
import { quotedIdentifier } from './sqlNames.ts'
import type { WantedColumn, WantedTable } from './wantedTables.ts'

/** The changes that a table's columns need. */
export interface ColumnChange {
  readonly steps: readonly string[]
  readonly refusals: readonly RefusedTableChange[]
  /** The search column is made anew, and its index with it. */
  readonly searchAnew: boolean
}

/** Renames, additions, widenings and defaults of a table that exists. */
export const changeColumns = (table: WantedTable, found: PresentTable): ColumnChange => {
  const name = quotedIdentifier(table.name)
  const used = new Set<string>()
  const before: string[] = []
  const after: string[] = []
  const refusals: RefusedTableChange[] = []
  let reads = false
  for (const column of table.columns) {
    const { same, former } = partner(column, table, found)
    if (former)
      before.push(`ALTER TABLE ${name} RENAME COLUMN ${quotedIdentifier(former.name)} TO ${quotedIdentifier(column.name)}`)
    const present = same ?? former
    if (!present) {
      if (column.name !== searchColumn)
        after.push(`ALTER TABLE ${name} ADD COLUMN ${columnSql(column)}`, ...commentSteps(table, column, null))
      continue
    }
    used.add(present.name)
    if (column.name === searchColumn) continue
    if (present.type !== column.type) {
      if (isWideningType(present.type, column.type)) {
        after.push(`ALTER TABLE ${name} ALTER COLUMN ${quotedIdentifier(column.name)} TYPE ${typeSql(column)}`)
        reads = true
      } else refusals.push(refusedNarrowing(table, column, present))
    }
    after.push(...changeDefault(table, column, present))
  }
  const lost = [...found.columns.values()].filter(column => !used.has(column.name) && column.name !== searchColumn)
  refusals.push(...lost.map(column => refusedDrop(table, column)))
  const search = changeSearch(table, found, reads)
  return { steps: [...before, ...search.before, ...after, ...search.after], refusals, searchAnew: search.before.length > 0 }
}

/** The present column of that name, or the one it was called before. */
const partner = (
  column: WantedColumn,
  table: WantedTable,
  found: PresentTable,
): { same?: PresentColumn; former?: PresentColumn } => {
  const same = found.columns.get(column.name)
  if (same) return { same }
  const former = column.was === undefined ? undefined : found.columns.get(column.was)
  return former && !table.columns.some(each => each.name === former.name) ? { former } : {}
}

const changeDefault = (table: WantedTable, column: WantedColumn, present: PresentColumn): string[] => {
  if (column.identity || column.generated || (present.note ?? undefined) === column.default) return []
  const change = column.default === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${column.default}`
  return [
    `ALTER TABLE ${quotedIdentifier(table.name)} ALTER COLUMN ${quotedIdentifier(column.name)} ${change}`,
    ...commentSteps(table, column, present.note),
  ]
}

/** The search column holds nothing of its own: when its expression or a column it reads changes, it is made anew. */
const changeSearch = (table: WantedTable, found: PresentTable, reads: boolean): { before: string[]; after: string[] } => {
  const wanted = table.columns.find(column => column.name === searchColumn)
  const present = found.columns.get(searchColumn)
  if (!reads && (present?.note ?? undefined) === wanted?.generated) return { before: [], after: [] }
  const name = quotedIdentifier(table.name)
  return {
    before: present ? [`ALTER TABLE ${name} DROP COLUMN ${quotedIdentifier(searchColumn)}`] : [],
    after: wanted ? [`ALTER TABLE ${name} ADD COLUMN ${columnSql(wanted)}`, ...commentSteps(table, wanted, null)] : [],
  }
}
