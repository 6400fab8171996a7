import pg from 'pg'
import { formatDateTime } from '../../../base/dates.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import { authorsOf } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import type { Table } from '../../query/table.ts'
import { uniqueName, wholeConstraintName } from '../../tables/sqlNames.ts'
import type { UnitOfWork } from '../../write/unitOfWork.ts'
import { fetchHistoryEntries, type HistoryEntry } from '../history/historyEntries.ts'

/** Why a line was not taken back: a code with its parameters. */
export interface UndoRefusalReason {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** The refusal that an error stands for; anything else is no refusal and breaks the whole. */
export function undoRefusalOf(error: unknown, table: Table): UndoRefusalReason | undefined {
  if (error instanceof ApiError && error.statusCode < 500) return { code: error.code, params: error.params }
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === '23503') return { code: 'undo.reference-lost' }
  if (error.code !== '23505') return undefined
  const constraint = wholeConstraintName(error.constraint)
  if (constraint.endsWith('_pkey')) return { code: 'undo.exists' }
  const unique = table.register.unique.find(one => uniqueName(table.register, one) === constraint)
  return { code: unique && unique.message !== 'unique' ? unique.message : 'undo.taken' }
}

/** A record that somebody changed after the action: who, and when. */
export async function changedSinceRefusal(line: HistoryEntry, lojaId: number, work: UnitOfWork): Promise<UndoRefusalReason> {
  const record = { register: line.register, id: line.recordId }
  const newer = await fetchHistoryEntries({ lojaId, record, above: line.id, limit: 20 }, work.model, work.q)
  const last = newer.find(one => one.actionId !== line.actionId && one.actionId !== work.action.id)
  if (!last) return { code: 'undo.changed-since' }
  const author = (await authorsOf([last.userId], work.model, work.q)).get(last.userId ?? -1)
  return { code: 'undo.changed', params: { name: author?.nome ?? '', when: formatDateTime(last.createdAt, work.caller.zone) } }
}

export const undoRefusalText = ({ code, params }: UndoRefusalReason, { model }: Pick<UnitOfWork, 'model'>): string =>
  formatMessage(model, code, params)
