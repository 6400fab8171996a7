import {
  ApiError,
  askedPartner,
  changeFields,
  createDurableQueue,
  faultPoint,
  inputOfStore,
  isNotFoundAnswer,
  objectOf,
  operation,
  partnerRefusals,
  type Queries,
  type RowOf,
  requireStore,
  type StartWorker,
  startAreaWorker,
  tableOf,
} from '../../../server/plugin.ts'
import type { PaymentOrder } from './contract.ts'
import { bringOrder, paymentRegister, storeOrders } from './orderRecords.ts'
import type { Pagarme } from './pagarme.ts'
import { installedStone, type StoreContext, storeContextOf } from './storeContext.ts'

const partner = 'Stone'

interface OrderToAsk {
  readonly lojaId: number
  readonly order: string
}

/** Orders that somebody cancels: asked for once more, so that an answer that a crash or a broken line cost us is found. */
const askAgainQueue = createDurableQueue<OrderToAsk>({
  name: 'pagarme',
  lease: 120,
  firstDelay: 15,
  longestDelay: 1800,
  keepDays: 7,
})

/** Seconds that the call which cancels has for itself. */
const callsOwnTime = 60

/** Works on the queue; an order that the provider does not have any more is nothing to wait for. */
export const askAgainWorker = (pagarme: Pagarme): StartWorker =>
  startAreaWorker({
    queue: askAgainQueue,
    run: ({ lojaId, order }, service) =>
      bringOrder(pagarme, storeContextOf(lojaId, service), { order }).catch((error: unknown) => {
        if (!isNotFoundAnswer(error)) throw error
      }),
  })

/** Cancels a payment at the provider: what was paid is given back, what waits is taken off the terminal. The provider's answer decides. */
export const cancelPayment = (pagarme: Pagarme) =>
  operation({
    method: 'POST',
    path: 'ConnectStone/cancelar',
    title: 'Cancelar um pagamento do Stone Connect',
    gate: 'pdv_relatorios',
    standsAlone: true,
    input: inputOfStore({ connectStoneId: { type: 'integer', minimum: 1 } }),
    output: objectOf({ id: { type: 'integer' }, status: { type: 'string' } }),
    messages: [
      ...partnerRefusals,
      'not-found',
      'card-provider.not-installed',
      'connect-stone.cancelled-already',
      'connect-stone.not-cancelled',
    ],
    async run({ caller, input, writing }) {
      const context = storeContextOf(requireStore(caller), writing.service)
      const installed = await installedStone(context)
      if (!installed) throw new ApiError(404, 'card-provider.not-installed', { partner })
      const id = input.connectStoneId
      const order = await context.write(q => noteCancelling(q, context, id, caller.name))
      const after = await askedPartner(partner, cancelOrder(pagarme, installed.secretKey, order))
      faultPoint('connect-stone-cancelled')
      await storeOrders(context, [after])
      if (after.status !== 'canceled') throw new ApiError(424, 'connect-stone.not-cancelled')
      return { id, status: after.status }
    },
  })

/** Notes who cancels before the provider is asked, and that it is to be asked again: whatever happens in between is found out. */
async function noteCancelling(q: Queries, { lojaId, model }: StoreContext, id: number, by: string): Promise<string> {
  const table = tableOf(model, paymentRegister)
  const { rows } = await q.query<RowOf<'ConnectStone', 'pedido' | 'status'>>(
    `SELECT pedido, status FROM ${table.sql} WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
    [lojaId, id],
  )
  const [found] = rows
  if (!found) throw new ApiError(404, 'not-found')
  if (found.status === 'canceled') throw new ApiError(400, 'connect-stone.cancelled-already')
  const cancelling = { cancelamento_por: by, cancelamento_em: new Date().toISOString() }
  await changeFields(table, [id], cancelling, { q, lojaId })
  await askAgainQueue.add(q, [{ lojaId, order: found.pedido }], callsOwnTime)
  return found.pedido
}

/** Asks first how things stand, so that cancelling again does nothing twice, and last what came of it. */
async function cancelOrder(pagarme: Pagarme, key: string, id: string): Promise<PaymentOrder> {
  const before = await pagarme.order(key, id)
  if (before.status === 'canceled') return before
  for (const charge of before.cancellable) await pagarme.cancelCharge(key, charge)
  if (before.open) await pagarme.closeOrder(key, id)
  return pagarme.order(key, id)
}
