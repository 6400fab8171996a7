import { describe, expect, it } from 'vitest'
import { readNotification, readOrder, readOrderOfCharge, readOrders } from './contract.ts'

const order = (status: string, charges: readonly string[], more: object = {}) => ({
  id: 'or_ZdnB5BBCmYhk534R',
  code: '1303724',
  amount: 12_356,
  status,
  closed: true,
  created_at: '2022-06-29T20:23:42',
  updated_at: '2022-06-29T20:23:47',
  charges: charges.map((one, at) => ({ id: `ch_${at}`, status: one, payment_method: 'credit_card' })),
  ...more,
})

describe('an order', () => {
  it.each([
    ['paid', ['paid'], 'paid'],
    ['pending', [], 'pending'],
    // The customer's first card was refused, and the terminal waits for another.
    ['pending', ['failed'], 'pending'],
    ['pending', ['failed', 'paid'], 'paid'],
    ['canceled', ['canceled'], 'canceled'],
    ['failed', ['failed'], 'canceled'],
    ['paid', ['canceled', 'canceled'], 'canceled'],
    // One of two cards was given back.
    ['paid', ['canceled', 'paid'], 'paid'],
    ['paid', ['chargedback'], 'canceled'],
    ['paid', ['underpaid'], 'paid'],
  ])('that is %s with charges %j stands as %s', (status, charges, wanted) => {
    expect(readOrder(order(status, charges)).status).toBe(wanted)
  })

  it('tells its terminal, how it is paid, moments in UTC, and which charges can be cancelled', () => {
    const terminal = { devices_serial_number: ['6C582505'], payment_setup: { type: 'debit' } }
    expect(readOrder(order('paid', ['paid', 'canceled'], { poi_payment_settings: terminal }))).toEqual({
      id: 'or_ZdnB5BBCmYhk534R',
      code: '1303724',
      status: 'paid',
      cents: 12_356,
      kind: 'Débito',
      terminal: '6C582505',
      createdAt: '2022-06-29T20:23:42.000Z',
      updatedAt: '2022-06-29T20:23:47.000Z',
      open: false,
      cancellable: ['ch_0'],
    })
    expect(readOrder(order('pending', [], { closed: false })).open).toBe(true)
  })

  it.each([
    ['amount', order('paid', [], { amount: 12.5 })],
    ['or', order('paid', [], { id: 'or_../../charges' })],
    ['status', order('paid', [], { status: undefined })],
    ['created_at', order('paid', [], { created_at: 'ontem' })],
    ['amount', '<html>'],
  ])('without a sound %s is none', (member, answer) => {
    expect(() => readOrder(answer)).toThrow(member)
  })
})

it('a page of orders tells whether another follows', () => {
  expect(readOrders({ data: [order('paid', ['paid'])], paging: { total: 1 } })).toMatchObject({ more: false, orders: [{}] })
  expect(readOrders({ data: [], paging: { next: 'https://api.pagar.me/core/v5/orders?page=2' } }).more).toBe(true)
  expect(() => readOrders({ data: null })).toThrow('data')
})

it('an order that cannot be read holds up no other of its page', () => {
  const { orders, unsound } = readOrders({ data: [order('paid', [], { amount: null }), order('paid', ['paid'])] })
  expect([orders.length, unsound?.message]).toEqual([1, expect.stringContaining('amount')])
})

it('a charge leads to its order, or to none', () => {
  expect(readOrderOfCharge({ id: 'ch_1', order: { id: 'or_1' } })).toBe('or_1')
  expect(readOrderOfCharge({ id: 'ch_1' })).toBeUndefined()
})

it('a notification names what to ask for, and nothing of it reaches an address unread', () => {
  const body = (type: string, data: object) => ({ id: 'hook_RyEKQO789TRpZjv5', account: { id: 'acc_1' }, type, data })
  expect(readNotification(body('order.paid', { id: 'or_1' }))).toMatchObject({
    order: 'or_1',
    charge: undefined,
    account: 'acc_1',
  })
  expect(readNotification(body('charge.paid', { id: 'ch_1', order: { id: 'or_1' } }))).toMatchObject({
    order: 'or_1',
    charge: 'ch_1',
  })
  expect(readNotification(body('order.paid', { id: 'or_1/../x' }))).toMatchObject({ order: undefined, charge: undefined })
  expect(() => readNotification({ type: 'order.paid' })).toThrow()
})
