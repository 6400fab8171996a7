import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { roleTable } from '../../roleTable.ts'
import { historyName } from '../../write/writeHistory.ts'

/** An action of somebody, because of which an automation starts. */
export interface CausingAction {
  readonly id: string
  readonly userId: number
}

/** The record that an automation is about. */
export interface CausedAbout {
  readonly register: string
  readonly id: string
}

/**
 * Tells whether an action of a store was undone since, as far as it is about a record: an undo may leave some of an action's records as they are. Of
 * records that came along, of which the action's history tells nothing, the action speaks.
 */
export async function isUndone(
  q: Queries,
  { model, lojaId, about }: { readonly model: Model; readonly lojaId: number; readonly about: CausedAbout | undefined },
  { id, userId }: CausingAction,
): Promise<boolean> {
  const register = model.registers[about?.register ?? '']
  const { rows } = await q.query<{ told: boolean; back: boolean }>(
    `SELECT EXISTS (SELECT FROM ${roleTable(model, 'history')} h WHERE h."lojaId" = $1 AND h."acaoId" = a.id::text AND h.recurso = $4 AND h."recursoId" = $5) AS told,
       EXISTS (SELECT FROM ${roleTable(model, 'history')} h WHERE h."lojaId" = $1 AND h."acaoId" = a."undoneBy"::text AND h.recurso = $4 AND h."recursoId" = $5) AS back
     FROM system.actions a WHERE a."lojaId" = $1 AND a."userId" = $2 AND a.id = $3 AND a."undoneBy" IS NOT NULL`,
    [lojaId, userId, id, register ? historyName(register) : '', about?.id ?? ''],
  )
  return rows.some(({ told, back }) => back || !told)
}
