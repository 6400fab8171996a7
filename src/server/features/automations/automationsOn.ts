import { registerOfRole } from '../../../model/access/roles.ts'
import type { Model } from '../../../model/model.ts'
import type { Database, Queries } from '../../database/queries.ts'
import { readRemembered } from '../../query/rememberedReads.ts'
import { roleTable } from '../../roleTable.ts'

/** An automation that a store has switched on: its record there. */
export interface SwitchedOn {
  readonly id: number
  /** The address that the store chose for its calls. */
  readonly webhookId: number | null
}

/** The automations that a store has switched on, by name: asked at every save that one hears, so remembered until that changes. */
export async function automationsOn(
  q: Queries,
  database: Pick<Database, 'read'>,
  model: Model,
  lojaId: number,
): Promise<ReadonlyMap<string, SwitchedOn>> {
  const register = registerOfRole(model, 'automations')
  if (!register) return new Map()
  return readRemembered(database, { lojaId, registers: [register.name], key: 'automations on' }, async () => {
    const { rows } = await q.query<{ id: string; automacao: string; webhookId: string | null }>(
      `SELECT id, automacao, "webhookId" FROM ${roleTable(model, 'automations')} WHERE "lojaId" = $1 AND ativa`,
      [lojaId],
    )
    return new Map(
      rows.map(({ id, automacao, webhookId }) => [
        automacao,
        { id: Number(id), webhookId: webhookId === null ? null : Number(webhookId) },
      ]),
    )
  })
}
