import type { SoldOutMenus } from '../../../domain/catalogue/public.ts'
import { ApiError } from '../../../server/plugin.ts'
import { appNameOf, type DeliveryApp, jsonSteps } from '../app.ts'

/** Tells the app in one update on which day products are sold out: the app compares it with the store's own. Throws ApiError 424 where it does not answer. */
export const tellSoldOut =
  (app: DeliveryApp): SoldOutMenus['tell'] =>
  async ({ database, model, lojaId }, products, day) => {
    const name = await database.read({ stores: [lojaId] }, q => appNameOf(q, model, lojaId))
    if (name === '') return
    const changes = Object.fromEntries(products.map(id => [`${id}/esgotado_em`, day]))
    try {
      await app.tell('PATCH', jsonSteps('cardapios', name, 'produtos'), changes)
    } catch (error) {
      throw error instanceof ApiError && error.statusCode === 424 ? new ApiError(424, 'product.sold-out-untold') : error
    }
  }
