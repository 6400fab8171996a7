import { membersOf } from '../../../base/record.ts'
import type { StubRequest, StubResponse } from '../../../server/plugin.ts'

/** An order as the stand-in keeps it. */
export interface StubOrder {
  id: string
  code: string
  amount: number
  status: 'pending' | 'paid' | 'canceled' | 'failed'
  closed: boolean
  created_at: string
  updated_at: string
  poi_payment_settings?: {
    visible: boolean
    devices_serial_number: string[]
    payment_setup?: { type: string; installments: number }
  }
  charges: { id: string; amount: number; status: string; payment_method: string }[]
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

/** An order of a terminal, paid, waiting or cancelled, so many hours old. */
export function stubOrder(at: number, status: StubOrder['status'], more: Partial<StubOrder> = {}): StubOrder {
  const charge = { id: `ch_demo${at}`, amount: 1990 + at * 100, status, payment_method: 'credit_card' }
  return {
    id: `or_demo${at}`,
    code: `Mesa ${at}`,
    amount: charge.amount,
    status,
    closed: status !== 'pending',
    created_at: hoursAgo(at),
    updated_at: hoursAgo(at),
    poi_payment_settings: {
      visible: true,
      devices_serial_number: [`6C5825${String(at).padStart(2, '0')}`],
      payment_setup: { type: at % 2 === 0 ? 'credit' : 'debit', installments: 1 },
    },
    charges: status === 'pending' ? [] : [charge],
    ...more,
  }
}

/**
 * The provider's core API v5: orders and charges of one account. Any secret key is known but one that says it is wrong (`errada`). Tests change its
 * orders as terminals would.
 */
export function createPagarmeStub(
  orders: StubOrder[] = [stubOrder(1, 'paid'), stubOrder(2, 'paid'), stubOrder(3, 'pending'), stubOrder(4, 'canceled')],
) {
  const touch = (order: StubOrder): void => {
    const at = Math.max(Date.now(), new Date(order.updated_at).getTime() + 1)
    order.updated_at = new Date(at).toISOString()
  }
  const ok = (body: unknown): StubResponse => ({ status: 200, body })
  const missing = (what: string): StubResponse => ({ status: 404, body: { message: `${what} not found.` } })

  const list = (query: Readonly<Record<string, string>>): StubResponse => {
    const [page, size] = [Number(query.page ?? 1), Number(query.size ?? 10)]
    const all = orders.filter(({ created_at }) => created_at >= (query.created_since ?? ''))
    const from = (page - 1) * size
    const next = from + size < all.length ? `https://api.pagar.me/core/v5/orders?page=${page + 1}` : undefined
    return ok({ data: all.slice(from, from + size), paging: { total: all.length, ...(next ? { next } : {}) } })
  }

  const cancelCharge = (id: string): StubResponse => {
    const order = orders.find(({ charges }) => charges.some(charge => charge.id === id))
    const charge = order?.charges.find(one => one.id === id)
    if (!order || !charge) return missing('Charge')
    if (charge.status === 'canceled') return { status: 412, body: { message: 'This charge can not be canceled.' } }
    charge.status = 'canceled'
    if (order.charges.every(({ status }) => status === 'canceled')) order.status = 'canceled'
    touch(order)
    return ok({ ...charge, order: { id: order.id } })
  }

  const close = (order: StubOrder, body: unknown): StubResponse => {
    order.closed = true
    order.status = membersOf(body).status === 'canceled' ? 'canceled' : order.status
    touch(order)
    return ok(order)
  }

  const answer = ({ method, steps, headers, body, query }: StubRequest): StubResponse => {
    const [, , resource, id, act] = steps
    const [key = ''] = Buffer.from(String(headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString('utf8')
      .split(':')
    if (!key.startsWith('sk_') || key.includes('errada'))
      return { status: 401, body: { message: 'Authorization has been denied for this request.' } }
    if (steps[0] !== 'core' || steps[1] !== 'v5') return missing('Resource')
    if (resource === 'charges' && id !== undefined) {
      if (method === 'DELETE') return cancelCharge(id)
      const order = orders.find(({ charges }) => charges.some(charge => charge.id === id))
      const charge = order?.charges.find(one => one.id === id)
      return order && charge ? ok({ ...charge, order: { id: order.id } }) : missing('Charge')
    }
    if (resource !== 'orders') return missing('Resource')
    if (id === undefined) return list(query)
    const order = orders.find(one => one.id === id)
    if (!order) return missing('Order')
    return method === 'PATCH' && act === 'closed' ? close(order, body) : ok(order)
  }
  return { answer, orders, touch }
}
