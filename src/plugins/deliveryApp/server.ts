import { soldOutMenus } from '../../domain/catalogue/public.ts'
import { type DeliveryMenus, deliveryMenus } from '../../domain/stores/public.ts'
import type { OpenPlugin } from '../../server/plugin.ts'
import { findApp, jsonSteps } from './app.ts'
import { forgetPublication } from './menu/publication.ts'
import { clearKitchen } from './operations/clearKitchen.ts'
import { deleteMenu } from './operations/deleteMenu.ts'
import { publishableStores } from './operations/publishableStores.ts'
import { publishKitchenScreen } from './operations/publishKitchenScreen.ts'
import { publishMenu } from './operations/publishMenu.ts'
import { tellSoldOut } from './operations/tellSoldOut.ts'
import { tellStatus } from './operations/tellStatus.ts'
import { statusCalls } from './statusCalls.ts'

/**
 * The delivery app: menus are published in it, it is told of a status as it changes, and forgets the menu of a name that is given up.
 * The kitchen's screens read what they show from the same database.
 */
export const openDeliveryApp: OpenPlugin = async context => {
  const app = await findApp(context)
  const removeMenu: DeliveryMenus['remove'] = async ({ database, lojaId }, name) => {
    if (name !== undefined) await app.tell('DELETE', jsonSteps('cardapios', name))
    await forgetPublication(database, lojaId)
  }
  return {
    name: 'deliveryApp',
    operations: [
      ...statusCalls.map(one => tellStatus(one, app)),
      deleteMenu(removeMenu),
      publishableStores(app),
      publishMenu(app),
      publishKitchenScreen(app),
      clearKitchen(app, 'finished'),
      clearKitchen(app, 'all'),
    ],
    needs: ['catalogue', 'stores'],
    offers: [deliveryMenus.by({ remove: removeMenu }), soldOutMenus.by({ tell: tellSoldOut(app) })],
    close: app.close,
  }
}
