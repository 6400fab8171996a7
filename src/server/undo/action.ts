import type { Model, Register, Rights } from '../../model/model.ts'
import type { Queries } from '../caller.ts'
import { may } from '../query/sight.ts'
import type { ActionKind, Deed } from '../write/action.ts'
import { historyName } from '../write/history.ts'

/** Hours within which an action can be undone. */
export const HOURS = 24

/** An action as it is kept. */
export interface DoneAction {
  readonly id: string
  readonly lojaId: number
  readonly userId: number
  readonly kind: ActionKind
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

export const readAction = (row: Record<string, unknown>): DoneAction => ({
  id: String(row.id),
  lojaId: Number(row.lojaId),
  userId: Number(row.userId),
  kind: row.kind as ActionKind,
  register: String(row.register),
  label: String(row.label),
  counts: row.counts as Record<string, number>,
  undoes: row.undoes === null ? null : String(row.undoes),
  undoneBy: row.undoneBy === null ? null : String(row.undoneBy),
  createdAt: row.createdAt instanceof Date ? row.createdAt.toISOString() : String(row.createdAt),
})

/** How many lines of which deed an action has in which register. */
export const partsOf = ({ counts }: DoneAction): { register: string; deed: Deed; count: number }[] =>
  Object.entries(counts).map(([key, count]) => {
    const space = key.lastIndexOf(' ')
    return { register: key.slice(0, space), deed: key.slice(space + 1) as Deed, count }
  })

/** Until when it can be undone. */
export const endOf = ({ createdAt }: DoneAction): Date => new Date(Date.parse(createdAt) + HOURS * 3_600_000)

/** The right that taking a deed back needs. */
export const opposite = { criar: 'remove', alterar: 'change', excluir: 'create' } as const satisfies Record<Deed, string>

/** The registers that a line of this history name may be taken back through: the one of that name, or a view of it. */
export const viewsOf = (model: Model, name: string): Register[] => {
  const all = Object.values(model.registers).filter(register => !register.parent && historyName(register) === name)
  return all.sort((a, b) => Number(a.from !== undefined) - Number(b.from !== undefined))
}

/** Whether somebody with these rights may take the deed back. */
export function mayUndo(model: Model, name: string, deed: Deed, rights: Rights): boolean {
  const register = model.registers[name]
  return register !== undefined && viewsOf(model, historyName(register)).some(view => may(view, opposite[deed], rights))
}

/** The action of that id in these stores, held until the transaction ends. */
export async function holdAction(id: string, stores: readonly number[], q: Queries): Promise<DoneAction[]> {
  const { rows } = await q.query(
    `SELECT ${ACTION_COLUMNS} FROM system.actions WHERE "lojaId" = ANY($1) AND id = $2 ORDER BY "lojaId" DESC FOR UPDATE`,
    [stores, id],
  )
  return rows.map(readAction)
}
