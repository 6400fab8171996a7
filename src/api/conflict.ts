import type { ErrorReply } from './error.ts'
import type { ApiRecord } from './record.ts'

/** A change that somebody saved after the version that the caller had read. */
export interface ConflictingChange {
  readonly userId: unknown
  /** Name of who made it. */
  readonly name: string
  /** When, as an ISO moment. */
  readonly createdAt: string
  /** Field -> what it was and what it is now. */
  readonly fields: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
}

/** The body of a 409 beside its error: enough to lay both versions side by side. */
export interface VersionConflict {
  /** The record as it stands. */
  readonly current: ApiRecord
  /** The changes since, oldest first. */
  readonly changes: readonly ConflictingChange[]
}

export type VersionConflictReply = ErrorReply & VersionConflict
