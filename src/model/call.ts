/**
 * A condition or computed value: CEL over the record's fields (an empty field is its type's zero), `isNew`,
 * `parent` (in a child row), `user` and `store`. A gate is CEL over the flags, `admin`, `owner`, `logged` and `store` only.
 */
export type Expression = string

/** LoopBack 3 `where`, as data. */
export type Where = Readonly<Record<string, unknown>>

/** A call to the API as data: values are expressions over the record, `store`, `user` and `selection` (ids). */
export interface CallSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API base; `{id}` is replaced from the record. */
  readonly path: string
  readonly query?: Readonly<Record<string, Expression>>
  readonly body?: Readonly<Record<string, Expression>>
  /** Made only when this holds (the store has a delivery-app address). */
  readonly when?: Expression
}
