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
  /** How many wait for the approval of others. */
  readonly esperando: number
}

/** Reply of GET {register}/{id}/ways. */
export interface RecordWaysReply {
  /** By field: since when the record is in its state, and the minutes that it was in each. */
  readonly estados: readonly {
    readonly campo: string
    readonly titulo: string
    readonly desde: string | null
    readonly tempos: readonly { readonly estado: string; readonly minutos: number; readonly texto: string }[]
  }[]
  /** Steps that were taken, the newest first. */
  readonly passos: readonly { readonly quando: string; readonly quem: string; readonly texto: string }[]
  readonly pedidos: readonly WayRequestReply[]
}

/** A step that waits for others, or what became of it. */
export interface WayRequestReply {
  readonly way: string
  readonly titulo: string
  readonly quem: string
  readonly quando: string
  /** The fields that were said, by their titles. */
  readonly ditos: readonly { readonly titulo: string; readonly texto: string }[]
  readonly aprovaram: readonly string[]
  readonly faltam: number
  readonly estado: string
  readonly decidiu: string | null
  readonly motivo: string | null
  /** The record changed since: it cannot be approved any more. */
  readonly mudou: boolean
  /** Whether whoever asks may decide; nobody approves their own. */
  readonly decide: boolean
  readonly aprova: boolean
}
