import type { ActivityKind } from '../../../api/activity.ts'
import type { HistoryAction } from '../../../api/history.ts'
import type { Model, Register, Rights } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { isActAllowed } from '../../query/visibility.ts'
import { historyName } from '../../write/writeHistory.ts'

/** Hours within which an action can be undone. */
const UNDO_HOURS = 24

/** An action as it is kept. */
export interface StoredAction {
  readonly id: string
  readonly lojaId: number
  readonly userId: number
  readonly kind: ActivityKind
  /** Register and label of its first record. */
  readonly register: string
  readonly label: string
  /** Lines of the history, by register and deed: `{"produtos criar": 3}`. */
  readonly counts: Readonly<Record<string, number>>
  readonly undoes: string | null
  readonly undoneBy: string | null
  readonly createdAt: string
}

export const ACTION_COLUMNS = 'id, "lojaId", "userId", kind, register, label, counts, undoes, "undoneBy", "createdAt"'

export const readStoredAction = (row: Record<string, unknown>): StoredAction => ({
  id: String(row.id),
  lojaId: Number(row.lojaId),
  userId: Number(row.userId),
  kind: row.kind as ActivityKind,
  register: String(row.register),
  label: String(row.label),
  counts: row.counts as Record<string, number>,
  undoes: row.undoes === null ? null : String(row.undoes),
  undoneBy: row.undoneBy === null ? null : String(row.undoneBy),
  createdAt: row.createdAt instanceof Date ? row.createdAt.toISOString() : String(row.createdAt),
})

/** How many lines of which deed an action has in which register. */
export const actionParts = ({ counts }: StoredAction): { register: string; deed: HistoryAction; count: number }[] =>
  Object.entries(counts).map(([key, count]) => {
    const space = key.lastIndexOf(' ')
    return { register: key.slice(0, space), deed: key.slice(space + 1) as HistoryAction, count }
  })

/** Until when it can be undone. */
export const undoDeadline = ({ createdAt }: StoredAction): Date => new Date(Date.parse(createdAt) + UNDO_HOURS * 3_600_000)

/** The right that taking a deed back needs. */
export const oppositeAct = { criar: 'remove', alterar: 'change', excluir: 'create' } as const satisfies Record<
  HistoryAction,
  string
>

/** The registers that a line of this history name may be taken back through: the one of that name, or a view of it. */
export const registersOfHistoryName = (model: Model, name: string): Register[] => {
  const all = Object.values(model.registers).filter(register => !register.parent && historyName(register) === name)
  return all.sort((a, b) => Number(a.from !== undefined) - Number(b.from !== undefined))
}

/** Tells whether somebody with these rights may take the deed back. */
export function mayUndoHistoryAction(model: Model, name: string, deed: HistoryAction, rights: Rights): boolean {
  const register = model.registers[name]
  return (
    register !== undefined &&
    registersOfHistoryName(model, historyName(register)).some(view => isActAllowed(view, oppositeAct[deed], rights))
  )
}

/** The action of that id in these stores, held until the transaction ends: store by store, since machines of several stores hold nothing together. */
export async function lockAction(id: string, stores: readonly number[], q: Queries): Promise<StoredAction[]> {
  const found = await q.query<{ lojaId: string }>(
    'SELECT "lojaId" FROM system.actions WHERE "lojaId" = ANY($1) AND id = $2 ORDER BY "lojaId" DESC',
    [stores, id],
  )
  const held: StoredAction[] = []
  for (const { lojaId } of found.rows) {
    const { rows } = await q.query(`SELECT ${ACTION_COLUMNS} FROM system.actions WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`, [
      lojaId,
      id,
    ])
    held.push(...rows.map(readStoredAction))
  }
  return held
}
