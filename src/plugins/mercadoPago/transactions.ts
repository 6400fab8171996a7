import { membersOf, recordsIn } from '../../base/record.ts'
import { foreignText } from '../../base/text.ts'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'
import { nameIn } from './contract.ts'

/** A transaction as Mercado Pago tells it: an order with a checkout preference, or a payment without one. */
export interface Transaction {
  /** The preference, or where there is none the payment. */
  readonly code: string
  /** The order, in the words of whoever made the preference. */
  readonly reference: string | null
  readonly origin: string | null
  readonly type: string | null
  readonly status: string | null
  /** In reais, as decimal text. */
  readonly amount: string | null
  /** ISO moments. */
  readonly madeAt: string
  readonly changedAt: string
}

/** A payment, and the order that it belongs to. */
export interface Payment extends Transaction {
  readonly order: string | undefined
}

type Members = Readonly<Record<string, unknown>>

/** GET v1/payments/{id} */
export function readPayment(answer: unknown): Payment {
  const members = membersOf(answer)
  const { id: order, type: kind } = membersOf(members.order)
  const madeAt = momentIn(members, 'date_created')
  return {
    code: nameIn(members, 'id'),
    reference: said(members.external_reference, 256),
    origin: said(membersOf(members.point_of_interaction).type, 60),
    type: said(members.payment_type_id, 60),
    status: said(members.status, 60),
    amount: money(members.transaction_amount),
    madeAt,
    changedAt: momentIn(members, 'date_last_updated', madeAt),
    order: kind === 'mercadopago' && (typeof order === 'number' || typeof order === 'string') ? String(order) : undefined,
  }
}

/** GET merchant_orders/{id}: undefined where no checkout preference stands behind it. */
export function readOrder(answer: unknown): Transaction | undefined {
  const members = membersOf(answer)
  const preference = said(members.preference_id, 120)
  if (preference === null) return undefined
  const madeAt = momentIn(members, 'date_created')
  return {
    code: preference,
    reference: said(members.external_reference, 256),
    origin: 'CHECKOUT',
    type: null,
    status: statusOfOrder(members),
    amount: money(members.total_amount),
    madeAt,
    changedAt: momentIn(members, 'last_updated', madeAt),
  }
}

/** The order's own status; while it waits for its payment, what became of the newest attempt. */
function statusOfOrder({ order_status: status, payments }: Members): string | null {
  const own = said(status, 60)
  if (own !== null && own !== 'payment_required') return own
  const newest = (Array.isArray(payments) ? recordsIn(payments) : []).sort((a, b) => instant(b) - instant(a))[0]
  return said(newest?.status, 60) ?? own
}

const instant = ({ date_created: made }: Members): number => (typeof made === 'string' ? Date.parse(made) || 0 : 0)

/** Text of a partner, cut; null where there is none. */
const said = (value: unknown, most: number): string | null => {
  const text = foreignText(typeof value === 'number' ? String(value) : value, most)
  return text === '' ? null : text
}

/** Two decimals at most, as the contract has it: what is told with more is refused and not rounded. */
function money(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !/^-?\d{1,10}(\.\d{1,2})?$/.test(String(value))) throw new UnexpectedAnswer('amount')
  return String(value)
}

function momentIn(members: Members, name: string, otherwise?: string): string {
  const value = members[name]
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(moment)) return new Date(moment).toISOString()
  if (otherwise === undefined) throw new UnexpectedAnswer(name)
  return otherwise
}
