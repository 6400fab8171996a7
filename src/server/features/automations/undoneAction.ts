import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { roleTable } from '../../roleTable.ts'
import { historyName } from '../../write/writeHistory.ts'

/** An action of somebody, because of which an automation starts. */
export interface CausingAction {
  readonly id: string
  readonly userId: number
}

/** The record that a run is about. */
export interface RunRecord {
  readonly register: string
  readonly id: string
}

/**
 * Tells whether an action of the store was undone since, as far as it is about this record: an undo may leave some of an action's records as they are.
 * Of a record that came along, of which the action's history tells nothing, the action speaks.
 */
export async function isUndone(
  q: Queries,
  { model, lojaId }: { readonly model: Model; readonly lojaId: number },
  { register: name, id: record }: RunRecord,
  { id, userId }: CausingAction,
): Promise<boolean> {
  const register = model.registers[name]
  const history = roleTable(model, 'history')
  const { rowCount } = await q.query(
    `SELECT FROM system.actions a WHERE a."lojaId" = $1 AND a."userId" = $2 AND a.id = $3 AND a."undoneBy" IS NOT NULL
       AND (EXISTS (SELECT FROM ${history} h WHERE h."lojaId" = $1 AND h."acaoId" = a."undoneBy"::text AND h.recurso = $4 AND h."recursoId" = $5)
         OR NOT EXISTS (SELECT FROM ${history} h WHERE h."lojaId" = $1 AND h."acaoId" = a.id::text AND h.recurso = $4 AND h."recursoId" = $5))`,
    [lojaId, userId, id, register ? historyName(register) : '', record],
  )
  return rowCount > 0
}
