import { registerOfRole } from '../../../model/access/roles.ts'
import type { Model } from '../../../model/model.ts'
import type { Database, Queries } from '../../database/queries.ts'
import { readRemembered } from '../../query/remembered/rememberedReads.ts'
import { roleTable } from '../../roleTable.ts'

/** An automation that a store has switched on: its record there. */
export interface SwitchedOn {
  readonly id: number
  /** The host of the address that the store chose for its calls; empty without one. */
  readonly host: string
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
  const webhooks = registerOfRole(model, 'webhooks')
  return readRemembered(
    database,
    { lojaId, registers: [register.name, ...(webhooks ? [webhooks.name] : [])], key: 'automations on' },
    async () => {
      const { rows } = await q.query<{ id: string; automacao: string; endereco: string | null }>(
        `SELECT a.id, a.automacao, w.endereco FROM ${roleTable(model, 'automations')} a
       LEFT JOIN ${roleTable(model, 'webhooks')} w ON w."lojaId" = a."lojaId" AND w.id = a."webhookId" WHERE a."lojaId" = $1 AND a.ativa`,
        [lojaId],
      )
      return new Map(rows.map(({ id, automacao, endereco }) => [automacao, { id: Number(id), host: hostOf(endereco ?? '') }]))
    },
  )
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')
