import type { Row } from '../data/rows.ts'

export type Scope = Readonly<Record<string, unknown>>

/** What an expression of the list sees beside user and store: a saved record's fields, and the selection. */
export const scopeOf = (row: Row | undefined, more?: Scope): Scope => ({ ...row, isNew: false, ...more })
