import { operation, requireStore } from '../../../server/plugin.ts'
import { appNameOf } from '../app.ts'

/** Takes the published menu of a store out of its app. */
export const deleteMenu = (removeMenu: (appName: string) => Promise<void>) =>
  operation({
    method: 'DELETE',
    path: 'Lojas/deletarMenu',
    title: 'Apagar o cardápio publicado no app',
    gate: 'owner || admin',
    input: { type: 'object', properties: { lojaId: { type: 'integer' } }, required: ['lojaId'] },
    output: { type: 'object', properties: { apagado: { type: 'boolean' } }, required: ['apagado'] },
    messages: ['menu.address-taken', 'delivery-app.failed'],
    async run({ database, model, caller }) {
      const lojaId = requireStore(caller)
      const appName = await database.read({ stores: [lojaId] }, q => appNameOf(q, model, lojaId))
      if (appName) await removeMenu(appName)
      return { apagado: appName !== '' }
    },
  })
