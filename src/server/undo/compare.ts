import type { Row } from '../query/run.ts'
import type { Table } from '../query/table.ts'

/** What every save moves on, and what therefore says nothing about whether a record is as it was left. */
const moving = new Set(['version', 'updatedAt'])

/** Whether the record still holds what a line of the history left in it. Fields that are gone from the register do not count. */
export function stillHolds(after: Row, now: Row, table: Table): boolean {
  return Object.keys(after)
    .filter(name => !moving.has(name) && (table.byName.has(name) || table.lists.has(name)))
    .every(name => text(after[name]) === text(now[name]))
}

const text = (value: unknown): string => JSON.stringify(bare(value) ?? null)

/** Rows of lists without what moves on. */
const bare = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(row =>
        typeof row === 'object' && row !== null
          ? Object.fromEntries(Object.entries(row).filter(([name]) => !moving.has(name)))
          : row,
      )
    : value
