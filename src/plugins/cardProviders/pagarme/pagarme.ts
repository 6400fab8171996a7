import type { IntegrationClient } from '../../../server/plugin.ts'
import { type OrderPage, type PaymentOrder, readOrder, readOrderOfCharge, readOrders } from './contract.ts'

/** Orders in a page. */
const pageSize = 30

/** The provider's core API, version 5. `key` is the store's secret key, which goes as the user of a basic authentication. */
export interface Pagarme {
  /** One page of the orders made since a moment, the newest first. */
  orders(key: string, since: Date, page: number): Promise<OrderPage>
  order(key: string, id: string): Promise<PaymentOrder>
  /** The order that a charge belongs to. */
  orderOfCharge(key: string, id: string): Promise<string | undefined>
  /** Cancels what waits and gives back what was paid. */
  cancelCharge(key: string, id: string): Promise<void>
  /** Takes an order that nobody paid off the terminals. */
  closeOrder(key: string, id: string): Promise<void>
}

const core = (...steps: string[]): string[] => ['core', 'v5', ...steps]

export function createPagarme(client: IntegrationClient): Pagarme {
  const headersFor = (key: string) => ({
    headers: { authorization: `Basic ${Buffer.from(`${key}:`, 'utf8').toString('base64')}` },
  })
  return {
    orders: async (key, since, page) =>
      readOrders(
        await client.send('GET', core('orders'), {
          ...headersFor(key),
          query: { page: String(page), size: String(pageSize), created_since: since.toISOString() },
        }),
      ),
    order: async (key, id) => readOrder(await client.send('GET', core('orders', id), headersFor(key))),
    orderOfCharge: async (key, id) => readOrderOfCharge(await client.send('GET', core('charges', id), headersFor(key))),
    cancelCharge: async (key, id) => void (await client.send('DELETE', core('charges', id), headersFor(key))),
    closeOrder: async (key, id) =>
      void (await client.send('PATCH', core('orders', id, 'closed'), { ...headersFor(key), body: { status: 'canceled' } })),
  }
}
