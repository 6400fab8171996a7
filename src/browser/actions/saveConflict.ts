import type { VersionConflict, VersionConflictReply } from '../../api/conflict.ts'
import type { CallError } from '../data/api.ts'
import type { RegisterRow } from '../data/registerRows.ts'

/** The news of a refused save: the record as it stands now, and who changed it last. */
export interface SaveConflict {
  readonly current?: RegisterRow
  readonly by?: string
  readonly at?: string
}

/** Reads a 409; one that is no conflict of versions (the same call still under way) tells neither record nor author. */
export function saveConflictOf(error: Pick<CallError, 'status' | 'body'>): SaveConflict | undefined {
  if (error.status !== 409) return undefined
  if (!isVersionConflict(error.body)) return {}
  const { current, changes } = error.body
  const last = changes.at(-1)
  return { ...(isRow(current) ? { current } : {}), ...(last ? { by: last.name, at: last.createdAt } : {}) }
}

const isVersionConflict = (body: unknown): body is VersionConflictReply =>
  typeof body === 'object' && body !== null && 'current' in body && 'changes' in body && Array.isArray(body.changes)

const isRow = (value: VersionConflict['current']): value is RegisterRow => 'id' in value
