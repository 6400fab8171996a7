import { port } from '../../../server/domain.ts'

/** The menus that a delivery app holds for stores, by the names that these have there. */
export interface DeliveryMenus {
  remove(appName: string): Promise<void>
}

/** Answered by the integration with a delivery app, where there is one. */
export const deliveryMenus = port<DeliveryMenus>('deliveryMenus')
