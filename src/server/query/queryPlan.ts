import type { ChildList, Model } from '../../model/model.ts'
import type { ColumnPath, Referrer, RegisterColumn, Table } from './table.ts'

/** Comparisons as SQL knows them: those of a `where`, with emptiness taken apart. */
export type ComparisonOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'outside'
  | 'in'
  | 'in-or-empty'
  | 'nin'
  | 'nin-nor-empty'
  | 'like'
  | 'nlike'
  | 'ilike'
  | 'contains'
  | 'holds'
  | 'overlaps'
  | 'apart'
  | 'empty'
  | 'filled'

/** A condition that rows must meet. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly path: ColumnPath; readonly test: ComparisonOperator; readonly value: unknown }
  | SearchedText
  /** Rows to which this column refers, in rows of these stores. */
  | { readonly referredBy: Referrer; readonly stores: readonly number[] }

/** A text that is searched for. */
export interface SearchedText {
  readonly search: string
  /** Those whose rows the other conditions let through. */
  readonly stores?: readonly number[]
  /** Nothing holds all that was typed: what is like it is sought. */
  readonly like?: true
  /** Of rows that are only named, nothing but what names them may tell how well they fit. */
  readonly brief?: true
}

/** A record that a row refers to, read with the row itself: only its key, label and code. */
export interface ReferenceLabel {
  readonly name: string
  readonly reference: RegisterColumn
  readonly target: Table
  readonly columns: readonly RegisterColumn[]
}

/** Records fetched by a query of their own and hung under each row. */
export interface Include {
  readonly name: string
  readonly plan: QueryPlan
  readonly by:
    | { readonly reference: RegisterColumn }
    /** A column of several keys; `brief`: nothing but what names the records, which whoever sees the row may know. */
    | { readonly many: RegisterColumn; readonly brief?: true }
    | { readonly list: ChildList; readonly column: RegisterColumn }
}

/** A list as plain data: all that is left to do is to write SQL. */
export interface QueryPlan {
  readonly table: Table
  readonly columns: readonly RegisterColumn[]
  readonly labels: readonly ReferenceLabel[]
  readonly includes: readonly Include[]
  readonly where: readonly Condition[]
  /** The text that rows are to fit, those that fit best first; `order` follows. */
  readonly fit?: SearchedText
  readonly order: readonly { readonly path: ColumnPath; readonly descending: boolean }[]
  readonly limit: number
  readonly skip: number
}

/** The context in which a filter is read. */
export interface QueryContext {
  readonly model: Model
  readonly table: Table
  /** Days stand for instants of this time zone. */
  readonly zone: string
}
