import type { ActivityEntry } from '../../../api/activity.ts'
import type { Author } from '../../../api/history.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { topLevelRegisters } from '../../../model/register.ts'
import type { Caller } from '../../access/caller.ts'
import { authorsOf } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { isActAllowed } from '../../query/visibility.ts'
import { NO_STORE } from '../../write/unitOfWork.ts'
import {
  ACTION_COLUMNS,
  actionParts,
  mayUndoHistoryAction,
  readStoredAction,
  type StoredAction,
  undoDeadline,
} from './storedAction.ts'

export interface ActionListQuery {
  readonly model: Model
  readonly caller: Caller
  /** Own actions only, although the caller may see everybody's. */
  readonly own: boolean
  readonly skip: number
  readonly limit: number
}

/** The newest actions: own ones, for owner and administrator all of the store's; those that touch only hidden registers are left out. */
export async function listActions(asked: ActionListQuery, q: Queries): Promise<{ actions: ActivityEntry[]; count: number }> {
  const { caller, model } = asked
  const params: unknown[] = []
  const where = whereSql(asked, params)
  const { rows: counted } = await q.query(`SELECT count(*)::int AS actions FROM system.actions${where}`, params)
  const { rows } = await q.query(
    `SELECT ${ACTION_COLUMNS} FROM system.actions${where} ORDER BY "createdAt" DESC, id LIMIT ${asked.limit} OFFSET ${asked.skip}`,
    params,
  )
  const actions = rows.map(readStoredAction)
  const authors = await authorsOf(
    actions.map(({ userId }) => userId),
    model,
    q,
  )
  return {
    actions: actions.map(action => shown(action, authors.get(action.userId) ?? null, model, caller)),
    count: Number(counted[0]?.actions ?? 0),
  }
}

function whereSql({ caller, model, own }: ActionListQuery, params: unknown[]): string {
  const is = (value: unknown): string => `$${params.push(value)}`
  const mine = (): string => ` AND "userId" = ${is(caller.userId)}`
  const all = caller.admin || caller.permission.owner
  const inStore = `"lojaId" = ${is(caller.storeId ?? NO_STORE)}${own || !all ? mine() : ''}`
  const global = `"lojaId" = ${NO_STORE}${own || !caller.admin ? mine() : ''}`
  const visible = topLevelRegisters(model).filter(register => isActAllowed(register, 'see', caller.rights))
  return ` WHERE ((${inStore}) OR (${global})) AND registers && ${is(visible.map(({ name }) => name))}::text[]`
}

function shown(action: StoredAction, usuario: Author | null, model: Model, caller: Caller): ActivityEntry {
  const parts = actionParts(action).filter(({ register }) => {
    const found = model.registers[register]
    return found !== undefined && isActAllowed(found, 'see', caller.rights)
  })
  const registros = [...Map.groupBy(parts, ({ register }) => register)].map(([register, some]) => ({
    register,
    title: titleOf(register, model, caller),
    count: some.reduce((sum, { count }) => sum + count, 0),
  }))
  const end = undoDeadline(action)
  const open = action.undoneBy === null && end.getTime() > Date.now()
  return {
    id: action.id,
    createdAt: action.createdAt,
    usuario,
    tipo: action.kind,
    registros,
    rotulo: labelOf(action, registros, model),
    desfeita: action.undoneBy !== null,
    desfaz: action.undoes,
    ate: end.toISOString(),
    podeDesfazer: open && parts.some(({ register, deed }) => mayUndoHistoryAction(model, register, deed, caller.rights)),
  }
}

/** A view of all rows of a register (a screen for changing many) is called by that register, for whoever knows it. */
function titleOf(name: string, { registers }: Model, { rights }: Caller): string {
  const register = registers[name]
  const { from } = register ?? {}
  const base = from && Object.keys(from.where).length === 0 ? registers[from.register] : undefined
  return (base && isActAllowed(base, 'see', rights) ? base : register)?.title ?? name
}

/** Returns the label of an action: `Produtos: Guaraná e mais 2`. */
function labelOf({ register, label }: StoredAction, registros: ActivityEntry['registros'], model: Model): string {
  const first = registros.find(one => one.register === register) ?? registros[0]
  if (!first) return ''
  const { title } = first
  if (label === '' || first.register !== register) return formatMessage(model, 'undo.label-count', { title, count: first.count })
  const total = registros.reduce((sum, { count }) => sum + count, 0)
  return total > 1
    ? formatMessage(model, 'undo.label-more', { title, label, count: total - 1 })
    : formatMessage(model, 'undo.label', { title, label })
}
