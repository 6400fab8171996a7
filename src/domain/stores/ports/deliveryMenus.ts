import { port, type Service } from '../../../server/domain.ts'

/** The menus that a delivery app holds for stores, by the names that these have there. */
export interface DeliveryMenus {
  /** Takes the menu under a name out of the app, where there is one, and forgets when the store published it. */
  remove(store: { readonly database: Service['database']; readonly lojaId: number }, appName: string | undefined): Promise<void>
}

/** Answered by the integration with a delivery app, where there is one. */
export const deliveryMenus = port<DeliveryMenus>('deliveryMenus')
