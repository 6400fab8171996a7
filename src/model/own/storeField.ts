/** The name and the initial value that a store gave a field. */
export interface StoreField {
  readonly registro: string
  readonly campo: string
  readonly titulo?: string
  /** The initial value of new records, as JSON. */
  readonly inicial?: string
  /** The record to which the initial value refers is gone. */
  readonly invalido?: true
}
