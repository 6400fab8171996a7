import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureOf, signedText } from '../../../src/plugins/mercadoPago/signature.ts'
import { fillStore, type MercadoPagoServer, openMercadoPagoServer, waysBack } from '../fixtures/mercadoPago.ts'

/** Notifications of Mercado Pago: signed, taken once, kept as the provider itself tells them, in the store of the account alone. */

const secret = 'segredo-das-notificacoes'
const accounts = { ours: '1001', theirs: '2002' }
const stores = { ours: 0, theirs: 0, twin: 0 }
const tokens = { dona: '', outra: '', gemea: '', caixa: '', chefe: '' }
let opened: MercadoPagoServer | undefined
let server: MercadoPagoServer['server']
let there: MercadoPagoServer['there']
let provider: MercadoPagoServer['provider']

beforeAll(async () => {
  opened = await openMercadoPagoServer({ MERCADOPAGO_NOTIFICATION_SECRET: secret })
  ;({ server, there, provider } = opened)
  for (const name of ['ours', 'theirs', 'twin'] as const) stores[name] = await server.addStore(name)
  for (const id of Object.values(stores)) await fillStore(server, id, { uuid: `loja-${id}` })
  tokens.dona = await server.enterStore('dona', stores.ours, { type: 1 })
  tokens.outra = await server.enterStore('outra', stores.theirs, { type: 1 })
  tokens.gemea = await server.enterStore('gemea', stores.twin, { type: 1 })
  tokens.caixa = await server.enterStore('caixa', stores.ours, { pdv_relatorios: true })
  await server.addUser('chefe@x.br', { admin: true })
  tokens.chefe = await server.enter('chefe@x.br')
  await install(tokens.dona, stores.ours, accounts.ours)
  await install(tokens.outra, stores.theirs, accounts.theirs)
})
afterAll(() => opened?.close())

async function install(token: string, lojaId: number, account: string): Promise<void> {
  provider.account = account
  const { url } = (await server.call(token, 'GET', `/api/MercadoPago/installParams?lojaId=${lojaId}`)).json()
  const [authorised] = await waysBack(url)
  const back = Object.fromEntries(authorised ?? [])
  expect((await server.call(token, 'POST', '/api/mercadoPago/oauth', { lojaId, ...back })).json()).toEqual({ instalado: true })
}

interface Sent {
  readonly type?: string
  readonly action?: string
  readonly account?: string
  readonly id?: number
  readonly key?: string
  readonly signature?: string
}

let sent = 0
async function notify(
  resource: string,
  { type = 'payment', action, account = accounts.ours, id, key = '', signature }: Sent = {},
) {
  sent += 1
  const request = `pedido-${sent}`
  const ts = String(Math.floor(Date.now() / 1000) - sent)
  return server.app.inject({
    method: 'POST',
    url: `/api/notificacoes/mercado-pago${key}?data.id=${resource}&type=${type}`,
    headers: {
      'content-type': 'application/json',
      'x-request-id': request,
      'x-signature': signature ?? `ts=${ts},v1=${signatureOf(secret, signedText(resource, request, ts))}`,
    },
    payload: JSON.stringify({
      id: id ?? sent,
      live_mode: true,
      type,
      action: action ?? `${type}.updated`,
      user_id: Number(account),
      // Nothing of a body is believed.
      data: { id: resource, status: 'approved', transaction_amount: 999_999 },
    }),
  })
}
const deliver = async (): Promise<void> => {
  const worker = server.context.notificationWorkers.get('mercado-pago')
  if (!worker) throw new Error('no worker')
  await worker.deliver()
}
const listed = async (token = tokens.dona, lojaId = stores.ours) =>
  (await server.call(token, 'GET', `/api/Mercado_Pago_Preference/list?lojaId=${lojaId}`)).json()

const at = (minute: number): string => `2026-11-24T09:${String(minute).padStart(2, '0')}:00.000-03:00`
const payment = (id: string, more: object = {}) => ({
  id: Number(id),
  collector_id: Number(accounts.ours),
  date_created: at(0),
  date_last_updated: at(1),
  status: 'pending',
  payment_type_id: 'bank_transfer',
  transaction_amount: 84.9,
  external_reference: '1041',
  point_of_interaction: { type: 'OPENPLATFORM' },
  ...more,
})

test('a payment becomes a record as the provider tells it, once, however often it is notified', async () => {
  provider.payments.set('501', payment('501'))
  const before = there.requests.length
  const replies = await Promise.all([1, 2, 3].map(() => notify('501', { id: 77 })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await deliver()
  expect(there.requests).toHaveLength(before + 1)
  expect(await listed()).toMatchObject([
    {
      codigo: '501',
      external_reference: '1041',
      origin: 'OPENPLATFORM',
      tipo: 'bank_transfer',
      status: 'pending',
      valor: 84.9,
      createdAt: '2026-11-24T12:00:00.000Z',
    },
  ])
  provider.payments.set('501', payment('501', { status: 'approved', date_last_updated: at(2) }))
  await notify('501')
  await deliver()
  expect(await listed()).toMatchObject([{ codigo: '501', status: 'approved' }])
})

test('what is older than the record changes nothing', async () => {
  provider.payments.set('501', payment('501', { status: 'in_process', date_last_updated: at(1) }))
  await notify('501')
  await deliver()
  expect(await listed()).toMatchObject([{ codigo: '501', status: 'approved' }])
})

test('an order with a preference and its payments are one record, whichever is told first', async () => {
  const order = { id: 900, collector: { id: Number(accounts.ours) }, preference_id: '1001-a1b2', external_reference: '1042' }
  const dates = { date_created: at(5), last_updated: at(6), total_amount: 40 }
  provider.orders.set('900', { ...order, ...dates, order_status: 'payment_required' })
  await notify('900', { type: 'topic_merchant_order_wh' })
  await deliver()
  expect((await listed())[0]).toMatchObject({ codigo: '1001-a1b2', status: 'payment_required', tipo: null, valor: 40 })
  provider.payments.set('502', payment('502', { status: 'approved', order: { id: 900, type: 'mercadopago' } }))
  provider.orders.set('900', { ...order, ...dates, last_updated: at(7), order_status: 'paid' })
  await notify('502')
  await notify('900', { type: 'topic_merchant_order_wh' })
  await deliver()
  const rows = await listed()
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    codigo: '1001-a1b2',
    external_reference: '1042',
    origin: 'CHECKOUT',
    tipo: 'bank_transfer',
    status: 'paid',
  })
})

test('a wrong signature, one without resource and one of another secret are refused and leave nothing', async () => {
  provider.payments.set('600', payment('600'))
  for (const signature of ['', 'ts=1,v1=ab', `ts=1,v1=${signatureOf('outro', signedText('600', undefined, '1'))}`])
    expect((await notify('600', { signature })).statusCode).toBe(401)
  expect((await notify('')).statusCode).toBe(401)
  await deliver()
  expect((await listed()).map(({ codigo }: { codigo: string }) => codigo)).not.toContain('600')
})

test('a payment of another account, or an unknown one, makes no record, and each store sees its own', async () => {
  provider.payments.set('700', payment('700', { collector_id: Number(accounts.theirs) }))
  // Signed, but it claims our account for their payment.
  await notify('700', { account: accounts.ours })
  await notify('999')
  await notify('700', { account: accounts.theirs })
  await deliver()
  const { rows } = await server.context.database.system.query(
    `SELECT FROM system.queue WHERE queue = 'notification:mercado-pago'`,
  )
  expect(rows).toEqual([])
  expect((await listed()).map(({ codigo }: { codigo: string }) => codigo)).toEqual(['1001-a1b2', '501'])
  expect(await listed(tokens.outra, stores.theirs)).toMatchObject([{ codigo: '700' }])
  const foreign = await server.call(tokens.outra, 'GET', `/api/Mercado_Pago_Preference/list?lojaId=${stores.ours}`)
  expect(foreign.statusCode).toBe(403)
})

test('a token that ran out is renewed on the way; a provider that is away is asked again later', async () => {
  provider.expire()
  provider.payments.set('503', payment('503', { status: 'rejected' }))
  await notify('503')
  await deliver()
  expect(await listed()).toMatchObject([{}, { codigo: '503', status: 'rejected' }, {}])
  there.behaviour = 'failing'
  provider.payments.set('503', payment('503', { status: 'refunded', date_last_updated: at(3) }))
  await notify('503')
  await deliver()
  there.behaviour = 'normal'
  const { system } = server.context.database
  const { rows } = await system.query(`SELECT attempts FROM system.queue WHERE queue = 'notification:mercado-pago'`)
  expect(rows).toEqual([{ attempts: 1 }])
  await system.query(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'notification:mercado-pago'`)
  await deliver()
  expect(await listed()).toMatchObject([{}, { codigo: '503', status: 'refunded' }, {}])
})

test('a token that ran out is renewed once, whatever is asked with it', async () => {
  const grants = () => there.requests.filter(({ steps }) => steps.join('/') === 'oauth/token').length
  provider.payments.set('504', payment('504', { order: { id: 9504, type: 'mercadopago' } }))
  provider.orders.set('9504', {
    id: 9504,
    collector: { id: Number(accounts.ours) },
    preference_id: '1001-mesma',
    order_status: 'paid',
    total_amount: 84.9,
    date_created: at(0),
    last_updated: at(4),
  })
  provider.expire()
  const before = grants()
  await notify('504')
  await deliver()
  expect((await listed()).find(({ codigo }: { codigo: string }) => codigo === '1001-mesma')).toMatchObject({ status: 'paid' })
  expect(grants() - before).toBe(1)
  provider.payments.delete('504')
  await server.context.database.system.query(`DELETE FROM "Mercado_Pago_Preference" WHERE codigo = '1001-mesma'`)
})

test('the list is for who may see reports, filters, and is written by nobody', async () => {
  expect(await listed(tokens.caixa)).toHaveLength(3)
  const filter = encodeURIComponent(JSON.stringify({ where: { status: { inq: ['refunded', 'paid'] } }, order: 'codigo ASC' }))
  const found = await server.call(tokens.caixa, 'GET', `/api/Mercado_Pago_Preference/list?lojaId=${stores.ours}&filter=${filter}`)
  expect(found.json().map(({ codigo }: { codigo: string }) => codigo)).toEqual(['1001-a1b2', '503'])
  for (const path of ['Mercado_Pago_Preference', 'Mercado_Pago_Preference/save']) {
    const written = await server.call(tokens.dona, 'POST', `/api/${path}`, { lojaId: stores.ours, status: 'paid' })
    expect(written.statusCode).toBe(403)
  }
})

test('a payment that is told before its order is there is asked for again, and not lost', async () => {
  provider.payments.set('905', payment('905', { order: { id: 905, type: 'mercadopago' } }))
  await notify('905')
  await deliver()
  provider.orders.set('905', {
    id: 905,
    collector: { id: Number(accounts.ours) },
    preference_id: 'pref-905',
    total_amount: 84.9,
    order_status: 'paid',
    date_created: at(0),
    last_updated: at(2),
  })
  await server.context.database.system.query(`UPDATE system.queue SET "dueAt" = now() WHERE "dueAt" < 'infinity'`)
  await deliver()
  expect((await listed()).filter(({ codigo }: { codigo: string }) => codigo === 'pref-905')).toMatchObject([{ status: 'paid' }])
})

test('an account of two stores is theirs by the address alone; without it administrators are told', async () => {
  await install(tokens.gemea, stores.twin, accounts.ours)
  provider.payments.set('800', payment('800'))
  await notify('800', { key: `/loja-${stores.twin}` })
  await deliver()
  expect(await listed(tokens.gemea, stores.twin)).toMatchObject([{ codigo: '800' }])
  await notify('800')
  // The address of a store that has another account names nobody.
  await notify('800', { key: `/loja-${stores.theirs}` })
  await deliver()
  const kept = (await server.call(tokens.chefe, 'GET', '/api/notificacao_parceiros/list')).json()
  expect(kept).toMatchObject([
    { parceiro: 'Mercado Pago', conta: '1001', situacao: 'DESCONHECIDA' },
    { parceiro: 'Mercado Pago', conta: '1001 (em 2 lojas)', situacao: 'DESCONHECIDA' },
  ])
  expect((await listed()).map(({ codigo }: { codigo: string }) => codigo)).not.toContain('800')
  expect(await listed(tokens.outra, stores.theirs)).toHaveLength(1)
})

test('an authorisation that was taken back at the provider stands on the page; after uninstalling nothing is asked', async () => {
  provider.expire(true)
  await notify('1', { type: 'mp-connect', action: 'application.deauthorized', account: accounts.theirs })
  await deliver()
  const card = async () =>
    (await server.call(tokens.outra, 'GET', `/api/telas/integracoes/estados?lojaId=${stores.theirs}`)).json().mercadoPago
  expect(await card()).toMatchObject({ title: 'Com falha' })
  there.behaviour = 'failing'
  await notify('700', { account: accounts.theirs, id: 4242 })
  await deliver()
  there.behaviour = 'normal'
  await server.call(tokens.outra, 'DELETE', '/api/mercado_pago_oauth/del', { lojaId: stores.theirs })
  const before = there.requests.length
  await server.context.database.system.query(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'notification:mercado-pago'`)
  await deliver()
  expect(there.requests).toHaveLength(before)
  expect(await listed(tokens.outra, stores.theirs)).toHaveLength(1)
})

test('nothing of a notification or a token reaches the logs', () => {
  expect(server.logged.join('\n')).not.toMatch(/APP_USR-|TG-|segredo-/)
})
