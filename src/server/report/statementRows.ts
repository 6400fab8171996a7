/** A row as PostgreSQL sent it. */
export type RawRow = Readonly<Record<string, unknown>>

/** Rows of every statement of a query, by its name. */
export type StatementRows = ReadonlyMap<string, readonly RawRow[]>
