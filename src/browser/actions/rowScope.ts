import type { RegisterRow } from '../data/registerRows.ts'

export type RowScope = Readonly<Record<string, unknown>>

/** Returns the scope of a list's expression beside user and store: a saved record's fields, and the selection. */
export const rowScope = (row: RegisterRow | undefined, more?: RowScope): RowScope => ({ ...row, isNew: false, ...more })
