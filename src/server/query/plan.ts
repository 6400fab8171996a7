import type { ChildList, Model } from '../../model/model.ts'
import type { Table, TableColumn } from './table.ts'

/** A column of the planned table, or of a record that it refers to (`grupo.nome`). */
export interface Place {
  readonly column: TableColumn
  readonly through?: { readonly reference: TableColumn; readonly target: Table }
}

/** Comparisons as SQL knows them: those of a `where`, with emptiness taken apart. */
export type Test =
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
  | 'empty'
  | 'filled'

/** What rows must meet. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly at: Place; readonly test: Test; readonly value: unknown }
  | { readonly search: string }

/** A record that a row refers to, read with the row itself: only its key, label and code. */
export interface Brief {
  readonly name: string
  readonly reference: TableColumn
  readonly target: Table
  readonly columns: readonly TableColumn[]
}

/** Records fetched by a query of their own and hung under each row. */
export interface Include {
  readonly name: string
  readonly plan: Plan
  readonly by: { readonly reference: TableColumn } | { readonly list: ChildList; readonly column: TableColumn }
}

/** A list as plain data: all that is left to do is to write SQL. */
export interface Plan {
  readonly table: Table
  readonly columns: readonly TableColumn[]
  readonly briefs: readonly Brief[]
  readonly includes: readonly Include[]
  readonly where: readonly Condition[]
  readonly order: readonly { readonly at: Place; readonly down: boolean }[]
  readonly limit: number
  readonly skip: number
}

/** What a filter is read against. */
export interface Ground {
  readonly model: Model
  readonly table: Table
  /** Days stand for instants of this time zone. */
  readonly zone: string
}
