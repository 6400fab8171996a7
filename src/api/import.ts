import type { ErrorDetail } from './error.ts'
import type { RecordId } from './record.ts'

/** The outcome for a row. `waiting`: it stands behind one that failed. */
export type ImportRowStatus = 'created' | 'changed' | 'unchanged' | 'failed' | 'waiting'

export interface ImportRowResult {
  readonly status: ImportRowStatus
  /** Key of the record that the row is in now. */
  readonly id?: RecordId
  readonly details?: readonly ErrorDetail[]
}

/** Reply of POST imports/{name}: one result a row, in their order. */
export interface ImportReply {
  readonly rows: readonly ImportRowResult[]
  readonly saved: number
  readonly unchanged: number
  readonly failed: number
}

/** Reply of POST imports/{name}/existentes: for each key whether a record has it. */
export interface ExistingKeysReply {
  readonly existentes: readonly boolean[]
}

/** Reply of POST imports/{name}/concluir: the record that lists what the import saved. */
export interface ImportFollowUpRecord {
  readonly register: string
  readonly title: string
  readonly id: number
  /** Rows of its list that came with this call. */
  readonly count: number
}
