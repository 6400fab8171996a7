import { objectOf, operation, requireStore } from '../../../server/plugin.ts'
import { type DeliveryApp, jsonSteps } from '../app.ts'
import { finishedOrders } from '../kds/finishedOrders.ts'
import { kitchenOf } from '../kds/kitchenSteps.ts'

const calls = {
  finished: { path: 'Kds/limparLoja', title: 'Retirar do KDS os pedidos finalizados' },
  all: { path: 'Kds/limparTudoLoja', title: 'Excluir todos os pedidos do KDS' },
} as const

/** Takes orders of a store out of its kitchen's screens: those that are finished, or all. */
export const clearKitchen = (app: DeliveryApp, which: keyof typeof calls) =>
  operation({
    method: 'POST',
    ...calls[which],
    gate: 'cadastros_ver',
    input: objectOf({ lojaId: { type: 'integer' } }),
    output: objectOf({ limpo: { type: 'boolean' } }),
    standsAlone: true,
    messages: ['delivery-app.missing', 'delivery-app.failed'],
    async run({ database, caller }) {
      const orders = [...(await kitchenOf(database, requireStore(caller))), 'pedidos']
      if (which === 'all') await app.send('DELETE', jsonSteps(...orders))
      else {
        const gone = finishedOrders(await app.read(jsonSteps(...orders)))
        // All of them at once; an order that comes meanwhile is not touched.
        if (gone.length > 0) await app.send('PATCH', jsonSteps(...orders), Object.fromEntries(gone.map(id => [id, null])))
      }
      return { limpo: true }
    },
  })
