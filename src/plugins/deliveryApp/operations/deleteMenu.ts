import type { DeliveryMenus } from '../../../domain/stores/public.ts'
import { objectOf, operation, requireStore } from '../../../server/plugin.ts'
import { appNameOf } from '../app.ts'

/** Takes the published menu of a store out of its app. */
export const deleteMenu = (removeMenu: DeliveryMenus['remove']) =>
  operation({
    method: 'DELETE',
    path: 'Lojas/deletarMenu',
    title: 'Apagar o cardápio publicado no app',
    gate: 'owner || admin',
    input: objectOf({ lojaId: { type: 'integer' } }),
    output: objectOf({ apagado: { type: 'boolean' } }),
    messages: ['menu.address-taken', 'delivery-app.failed'],
    async run({ database, model, caller, writing }) {
      const lojaId = requireStore(caller)
      const appName = await database.read({ stores: [lojaId] }, q => appNameOf(q, model, lojaId))
      if (appName) await removeMenu({ database: writing.service.database, lojaId }, appName)
      return { apagado: appName !== '' }
    },
  })
