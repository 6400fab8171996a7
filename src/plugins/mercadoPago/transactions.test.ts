import { expect, test } from 'vitest'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'
import { readOrder, readPayment } from './transactions.ts'

const payment = {
  id: 1234567890,
  date_created: '2026-11-24T09:00:00.000-03:00',
  date_last_updated: '2026-11-24T09:01:30.000-03:00',
  status: 'approved',
  payment_type_id: 'bank_transfer',
  transaction_amount: 84.9,
  external_reference: '1041',
  order: { id: 555, type: 'mercadopago' },
  point_of_interaction: { type: 'OPENPLATFORM' },
}
const order = {
  id: 555,
  preference_id: '241983636-a1b2',
  external_reference: '1041',
  date_created: '2026-11-24T09:00:00.000-03:00',
  last_updated: '2026-11-24T09:02:00.000-03:00',
  total_amount: 84.9,
  order_status: 'payment_required',
}
const attempt = (status: string, minute: number) => ({ status, date_created: `2026-11-24T09:0${minute}:00.000-03:00` })

test('a payment is read as it stands, its moments in one zone, its money exact', () => {
  expect(readPayment(payment)).toEqual({
    code: '1234567890',
    reference: '1041',
    origin: 'OPENPLATFORM',
    type: 'bank_transfer',
    status: 'approved',
    amount: '84.9',
    madeAt: '2026-11-24T12:00:00.000Z',
    changedAt: '2026-11-24T12:01:30.000Z',
    order: '555',
  })
})

test.each([
  ['its own status', { order_status: 'paid', payments: [attempt('approved', 1)] }, 'paid'],
  ['waiting without a payment', {}, 'payment_required'],
  ['waiting after a rejected one', { payments: [attempt('pending', 1), attempt('rejected', 2)] }, 'rejected'],
  ['given back', { order_status: 'reverted', payments: [attempt('refunded', 1)] }, 'reverted'],
  ['saying nothing', { order_status: undefined }, null],
])('an order %s', (_what, more, status) => {
  expect(readOrder({ ...order, ...more })).toMatchObject({ code: '241983636-a1b2', reference: '1041', status, amount: '84.9' })
})

test('an order without preference is none of a checkout', () => {
  expect(readOrder({ ...order, preference_id: null })).toBeUndefined()
})

test.each([
  ['no id', { id: undefined }],
  ['no moment', { date_created: 'ontem' }],
  ['money with more than cents', { transaction_amount: 1.234 }],
  ['money as text', { transaction_amount: '84,90' }],
])('%s is no payment', (_what, more) => {
  expect(() => readPayment({ ...payment, ...more })).toThrow(UnexpectedAnswer)
})
