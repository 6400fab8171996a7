import type { DeliveryMenus } from '../../../domain/stores/public.ts'
import { operation, requireStore } from '../../../server/plugin.ts'
import { appNameOf } from '../app.ts'

/** Takes the published menu of a store out of its app. */
export const deleteMenu = (removeMenu: DeliveryMenus['remove']) =>
  operation({
    method: 'DELETE',
    path: 'Lojas/deletarMenu',
    title: 'Apagar o cardápio publicado no app',
    gate: 'owner || admin',
    input: { type: 'object', properties: { lojaId: { type: 'integer' } }, required: ['lojaId'] },
    output: { type: 'object', properties: { apagado: { type: 'boolean' } }, required: ['apagado'] },
    messages: ['menu.address-taken', 'delivery-app.failed'],
    async run({ database, model, caller, writing }) {
      const lojaId = requireStore(caller)
      const appName = await database.read({ stores: [lojaId] }, q => appNameOf(q, model, lojaId))
      if (appName) await removeMenu({ database: writing.service.database, lojaId }, appName)
      return { apagado: appName !== '' }
    },
  })
