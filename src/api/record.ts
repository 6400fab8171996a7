/** A record as it travels: what its fields are, the Model knows. */
export type ApiRecord = Readonly<Record<string, unknown>>

/** A record's key: a number, or a text where the register says so. */
export type RecordId = number | string

/** The key that a record has. */
export const recordId = (id: unknown): RecordId => (typeof id === 'number' ? id : String(id))

/** Reply of GET {register}/count. */
export interface CountReply {
  readonly count: number
}

/** Reply of calls that change or remove many records by their keys. */
export interface ChangedRecordsReply {
  readonly count: number
  readonly ids: readonly unknown[]
}

/** Reply of a call that takes a way of a choice. */
export interface TakenWayReply extends ChangedRecordsReply {
  /** Tells in words how it went. */
  readonly aviso: string
}
