import type { Model } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { roleTable } from '../../roleTable.ts'
import { historyName } from '../../write/writeHistory.ts'

/** An action of somebody, because of which an automation starts. */
export interface CausingAction {
  readonly id: string
  readonly userId: number
}

/** Records of a register; none is named where an automation is about no record. */
export interface CausedRecords {
  readonly model: Model
  readonly lojaId: number
  readonly register: string | undefined
  readonly ids: readonly string[]
}

/**
 * Of these records those for which an action of the store was undone since, asked at once: an undo may leave some of an action's records as they
 * are. Of records that came along, of which the action's history tells nothing, the action speaks.
 */
export async function undoneAmong(
  q: Queries,
  { model, lojaId, register: name, ids }: CausedRecords,
  { id, userId }: CausingAction,
): Promise<ReadonlySet<string>> {
  const register = model.registers[name ?? '']
  const history = roleTable(model, 'history')
  const { rows } = await q.query<{ record: string }>(
    `SELECT r.id AS record FROM system.actions a CROSS JOIN unnest($5::text[]) AS r(id)
     WHERE a."lojaId" = $1 AND a."userId" = $2 AND a.id = $3 AND a."undoneBy" IS NOT NULL
       AND (EXISTS (SELECT FROM ${history} h WHERE h."lojaId" = $1 AND h."acaoId" = a."undoneBy"::text AND h.recurso = $4 AND h."recursoId" = r.id)
         OR NOT EXISTS (SELECT FROM ${history} h WHERE h."lojaId" = $1 AND h."acaoId" = a.id::text AND h.recurso = $4 AND h."recursoId" = r.id))`,
    [lojaId, userId, id, register ? historyName(register) : '', ids],
  )
  return new Set(rows.map(({ record }) => record))
}
