import type { RecordId } from './record.ts'

/** A record that GET buscar found: enough to name it and to go there. */
export interface FoundRecord {
  readonly register: string
  readonly title: string
  readonly path: string
  readonly id: RecordId
  readonly code: string | null
  readonly label: string
  /** A note that tells it from others of the same number: a date, an amount. */
  readonly note: string | null
  /** Nothing holds all that was typed: this is like it. */
  readonly like: boolean
}
