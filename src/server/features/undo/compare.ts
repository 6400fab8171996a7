import { movesWithEverySave } from '../../../model/register.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import type { Table } from '../../query/table.ts'
import { isDerived } from '../../write/writeHistory.ts'
import { isMaskedChange } from '../history/historyChanges.ts'
import type { HistoryEntry } from '../history/historyEntries.ts'

/** Tells whether the record still holds what a line of the history left in it. Fields that are gone from the register do not count. */
export function isAsActionLeftIt(after: DataRow, now: DataRow, table: Table): boolean {
  return Object.keys(after)
    .filter(name => !movesWithEverySave(name) && !isDerived(name, table) && (table.byName.has(name) || table.lists.has(name)))
    .every(name => text(after[name]) === text(now[name]))
}

/** A change of secrets and of nothing else: what they were is not kept, so there is nothing to give back. */
export function changesOnlySecrets(
  { before, after, deed }: Pick<HistoryEntry, 'before' | 'after' | 'deed'>,
  table: Table,
): boolean {
  const names = Object.keys(after ?? {}).filter(name => !movesWithEverySave(name))
  const hidden = (name: string): boolean => {
    const field = table.byName.get(name)?.field
    return field !== undefined && isMaskedChange(name, field, before ?? {}, after ?? {})
  }
  return deed === 'alterar' && names.length > 0 && names.every(hidden)
}

const text = (value: unknown): string => JSON.stringify(bare(value) ?? null)

/** Rows of lists without what moves on. */
const bare = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(row =>
        typeof row === 'object' && row !== null
          ? Object.fromEntries(Object.entries(row).filter(([name]) => !movesWithEverySave(name)))
          : row,
      )
    : value
