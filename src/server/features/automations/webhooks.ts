import { registerOfRole } from '../../../model/access/roles.ts'
import type { Model } from '../../../model/model.ts'
import { readRemembered } from '../../query/remembered/rememberedReads.ts'
import { tableOf } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import type { Service } from '../../service.ts'
import { openSecret } from '../../write/store/openSecret.ts'

/** Hours for which a secret that was replaced signs along. */
const OVERLAP = 24

/** An address of a store, with the secrets that sign what goes there. */
export interface Webhook {
  readonly address: string
  readonly secrets: readonly string[]
}

/** The address that a store chose for an automation, as it stands now; undefined where there is none that is in use. */
export async function webhookOf(
  service: Service,
  model: Model,
  lojaId: number,
  automation: string,
): Promise<Webhook | undefined> {
  const [webhooks, automations] = [registerOfRole(model, 'webhooks'), registerOfRole(model, 'automations')]
  if (!webhooks || !automations) return undefined
  const question = { lojaId, registers: [webhooks.name, automations.name], key: `webhook ${automation}` }
  return readRemembered(service.database, question, async () => {
    const { rows } = await service.database.read({ stores: [lojaId] }, q =>
      q.query<{ endereco: string; segredo: string | null; segredo_anterior: string | null; lives: boolean | null }>(
        `SELECT w.endereco, w.segredo, w.segredo_anterior, w.trocado_em > now() - $3::int * interval '1 hour' AS lives
         FROM ${roleTable(model, 'automations')} a JOIN ${roleTable(model, 'webhooks')} w ON w."lojaId" = a."lojaId" AND w.id = a."webhookId"
         WHERE a."lojaId" = $1 AND a.automacao = $2 AND w.ativo`,
        [lojaId, automation, OVERLAP],
      ),
    )
    const [found] = rows
    if (!found) return undefined
    const table = tableOf(model, webhooks.name)
    const open = (name: string, sealed: string | null): string[] => {
      const secret = openSecret(service, table, name, sealed)
      return typeof secret === 'string' ? [secret] : []
    }
    const before = found.lives ? open('segredo_anterior', found.segredo_anterior) : []
    return { address: found.endereco, secrets: [...open('segredo', found.segredo), ...before] }
  })
}
