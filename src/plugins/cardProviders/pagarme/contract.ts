import { isRecord, membersOf, recordsIn } from '../../../base/record.ts'
import { foreignText } from '../../../base/text.ts'
import { UnexpectedAnswer } from '../../../base/unexpectedAnswer.ts'

/** How a payment stands for whoever looks at the list. */
export type PaymentStatus = 'paid' | 'canceled' | 'pending'

/** An order of the terminal, as the provider answers it. */
export interface PaymentOrder {
  readonly id: string
  /** The number that the shop gave it. */
  readonly code: string
  readonly status: PaymentStatus
  readonly cents: number
  /** How it is paid, as people say it; the provider's own word where that is none of ours. */
  readonly kind: string
  readonly terminal: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Whether a terminal may still take it. */
  readonly open: boolean
  /** Charges that can be cancelled: paid ones, and such as wait. */
  readonly cancellable: readonly string[]
}

const text = (value: unknown, longest = 120): string => foreignText(value, longest)

const identifier = (value: unknown, prefix: string): string => {
  if (typeof value !== 'string' || !new RegExp(`^${prefix}_\\w{1,60}$`).test(value)) throw new UnexpectedAnswer(prefix)
  return value
}

/** Moments come with and without a zone: then they are UTC. */
const moment = (value: unknown, name: string): string => {
  const said = text(value)
  const at = new Date(/(Z|[+-]\d\d:\d\d)$/.test(said) ? said : `${said}Z`)
  if (Number.isNaN(at.getTime())) throw new UnexpectedAnswer(name)
  return at.toISOString()
}

const kinds: Readonly<Record<string, string>> = {
  credit: 'Crédito',
  credit_card: 'Crédito',
  debit: 'Débito',
  debit_card: 'Débito',
  voucher: 'Voucher',
  pix: 'Pix',
  cash: 'Dinheiro',
}
const kindOf = (said: string): string => kinds[said.toLowerCase()] ?? said

const taken = new Set(['paid', 'overpaid', 'underpaid'])
const ended = new Set(['canceled', 'failed', 'chargedback'])

/** Paid as long as one charge is; cancelled once the order is, or everything that was charged was given back. */
function statusOf(order: string, charges: readonly string[]): PaymentStatus {
  if (charges.some(one => taken.has(one))) return 'paid'
  if (order === 'canceled' || order === 'failed') return 'canceled'
  // A charge that failed at the terminal leaves the order waiting: the customer tries another card.
  return order === 'paid' && charges.length > 0 && charges.every(one => ended.has(one)) ? 'canceled' : 'pending'
}

/** GET core/v5/orders/{id}, and an item of GET core/v5/orders. */
export function readOrder(answer: unknown): PaymentOrder {
  const order = membersOf(answer)
  const { amount } = order
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) throw new UnexpectedAnswer('amount')
  if (typeof order.status !== 'string') throw new UnexpectedAnswer('status')
  const charges = recordsIn(order.charges).map(charge => ({ id: identifier(charge.id, 'ch'), status: text(charge.status) }))
  const terminal = membersOf(order.poi_payment_settings)
  const [serial] = Array.isArray(terminal.devices_serial_number) ? terminal.devices_serial_number : []
  const [first] = recordsIn(order.charges)
  return {
    id: identifier(order.id, 'or'),
    code: text(order.code, 60),
    status: statusOf(
      order.status,
      charges.map(({ status }) => status),
    ),
    cents: amount,
    kind: kindOf(text(membersOf(terminal.payment_setup).type, 40) || text(first?.payment_method, 40)),
    terminal: text(serial, 40),
    createdAt: moment(order.created_at, 'created_at'),
    updatedAt: moment(order.updated_at ?? order.created_at, 'updated_at'),
    open: order.closed === false && order.status === 'pending',
    cancellable: charges.filter(({ status }) => !ended.has(status)).map(({ id }) => id),
  }
}

/** A page of orders: those that can be read, why one cannot, and whether another page follows. */
export interface OrderPage {
  readonly orders: readonly PaymentOrder[]
  readonly unsound: UnexpectedAnswer | undefined
  readonly more: boolean
}

/** GET core/v5/orders. One that cannot be read holds up no other. */
export function readOrders(answer: unknown): OrderPage {
  const { data, paging } = membersOf(answer)
  if (!Array.isArray(data)) throw new UnexpectedAnswer('data')
  const orders: PaymentOrder[] = []
  let unsound: UnexpectedAnswer | undefined
  for (const one of data)
    try {
      orders.push(readOrder(one))
    } catch (error) {
      if (!(error instanceof UnexpectedAnswer)) throw error
      unsound = error
    }
  return { orders, unsound, more: typeof membersOf(paging).next === 'string' }
}

/** GET core/v5/charges/{id}: the order that it belongs to; undefined for a charge without one. */
export function readOrderOfCharge(answer: unknown): string | undefined {
  const { id, order } = membersOf(answer)
  identifier(id, 'ch')
  return isRecord(order) ? identifier(order.id, 'or') : undefined
}

/** The subject of a notification, as far as we ask for it afterwards. */
export interface PaymentNotification {
  readonly id: string
  readonly type: string
  readonly account: string
  readonly order: string | undefined
  readonly charge: string | undefined
}

/** The body of a notification. Its own account of the payment is not read: the provider is asked. Throws where it is none. */
export function readNotification(body: unknown): PaymentNotification {
  const { id, type, account, data } = membersOf(body)
  const { id: of, order } = membersOf(data)
  const named = text(of)
  return {
    id: identifier(id, 'hook'),
    type: text(type),
    account: text(membersOf(account).id),
    order: /^or_\w{1,60}$/.test(named) ? named : orderNamed(order),
    charge: /^ch_\w{1,60}$/.test(named) ? named : undefined,
  }
}

const orderNamed = (order: unknown): string | undefined => {
  const id = text(membersOf(order).id)
  return /^or_\w{1,60}$/.test(id) ? id : undefined
}
