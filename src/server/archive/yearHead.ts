import type { AnyHead } from '../backup/archive.ts'

/** A table of an archive; of each row it holds the store, the key and, where the row belongs to another's, that row's key, then all else. */
export interface ArchivedTable {
  /** Quoted, with its schema. */
  readonly name: string
  /** All columns that are not worked out, quoted, in the order of the rows. */
  readonly columns: readonly string[]
  /** Where rows belong to those of another of these tables: its place, and the column that names the row, quoted. */
  readonly parent?: { readonly at: number; readonly by: string }
}

/** A store's part of a year. */
export interface ArchivedStore {
  readonly id: number
  /** The time zone that decided what belongs to the year. */
  readonly zone: string
  /** The year's first moment, and the one after its last: ISO 8601. */
  readonly from: string
  readonly until: string
}

/** The head of an archive of a year. */
export interface YearHead extends AnyHead {
  readonly kind: 'year'
  /** Of the archive. */
  readonly id: string
  /** Of the product that wrote it. */
  readonly version: string
  readonly postgres: string
  /** Of the database that it was taken from: rows go back into no other. */
  readonly database: string
  readonly register: string
  readonly year: number
  readonly stores: readonly ArchivedStore[]
  /** The register's own table first. */
  readonly tables: readonly ArchivedTable[]
}
