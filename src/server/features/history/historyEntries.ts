import type { HistoryAction } from '../../../api/history.ts'
import { membersOf } from '../../../base/record.ts'
import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { roleTable } from '../../roleTable.ts'

/** One line of the record history, as it is kept. */
export interface HistoryEntry {
  readonly id: number
  readonly register: string
  readonly recordId: string
  readonly deed: HistoryAction
  /** The former values, by field: all of a removed record, the changed ones of a changed record. */
  readonly before: DataRow | null
  readonly after: DataRow | null
  readonly actionId: string | null
  readonly userId: number | null
  readonly createdAt: string
}

const COLUMNS = '"id", "recurso", "recursoId", "acao", "antes", "depois", "acaoId", "userId", "createdAt"'

/** Which lines: of a store (0: of global registers), and of one record or of one action. */
export interface HistoryQuery {
  readonly lojaId: number
  readonly record?: { readonly register: string; readonly id: string }
  readonly action?: { readonly id: string; readonly userId: number }
  readonly limit: number
  readonly skip?: number
  /** Only those older, or newer, than this line. */
  readonly below?: number
  readonly above?: number
}

/** Lines of the history, newest first. */
export async function fetchHistoryEntries(wanted: HistoryQuery, model: Model, q: Queries): Promise<HistoryEntry[]> {
  const params: unknown[] = []
  const { rows } = await q.query(
    `SELECT ${COLUMNS} FROM ${roleTable(model, 'history')}${whereSql(wanted, params)} ORDER BY "id" DESC LIMIT ${wanted.limit} OFFSET ${wanted.skip ?? 0}`,
    params,
  )
  return rows.map(read)
}

export async function countHistoryEntries(wanted: HistoryQuery, model: Model, q: Queries): Promise<number> {
  const params: unknown[] = []
  const { rows } = await q.query(
    `SELECT count(*)::int AS lines FROM ${roleTable(model, 'history')}${whereSql(wanted, params)}`,
    params,
  )
  return Number(rows[0]?.lines ?? 0)
}

function whereSql({ lojaId, record, action, below, above }: HistoryQuery, params: unknown[]): string {
  const is = (column: string, sign: string, value: unknown): string => `"${column}" ${sign} $${params.push(value)}`
  const parts = [
    is('lojaId', '=', lojaId),
    ...(record ? [is('recurso', '=', record.register), is('recursoId', '=', record.id)] : []),
    ...(action ? [is('acaoId', '=', action.id), is('userId', '=', action.userId)] : []),
    ...(below === undefined ? [] : [is('id', '<', below)]),
    ...(above === undefined ? [] : [is('id', '>', above)]),
  ]
  return ` WHERE ${parts.join(' AND ')}`
}

function read(row: Record<string, unknown>): HistoryEntry {
  return {
    id: Number(row.id),
    register: String(row.recurso),
    recordId: String(row.recursoId),
    deed: row.acao as HistoryAction,
    before: stateOf(row.antes),
    after: stateOf(row.depois),
    actionId: row.acaoId === null ? null : String(row.acaoId),
    userId: row.userId === null ? null : Number(row.userId),
    createdAt: row.createdAt instanceof Date ? row.createdAt.toISOString() : String(row.createdAt),
  }
}

/** Returns the values of a record, as they are kept. */
export const stateOf = (value: unknown): DataRow | null =>
  typeof value === 'string' && value !== '' ? { ...membersOf(JSON.parse(value)) } : null
