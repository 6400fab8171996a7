import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCardProviders } from '../../../src/plugins/cardProviders/server.ts'
import { openChatbot } from '../../../src/plugins/chatbot/server.ts'
import { openCouriers } from '../../../src/plugins/couriers/server.ts'
import { openIFood } from '../../../src/plugins/ifood/server.ts'
import { openMercadoPago } from '../../../src/plugins/mercadoPago/server.ts'
import { openSefaz } from '../../../src/plugins/sefaz/server.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

/** Keys of partners are written by calls of integrations alone: all of these ask a browser for the password once more, and so do new ones. */

const model = productModel()
/** Registers with secrets that no form writes. */
const keyed = Object.values(model.registers).filter(
  ({ scope, from, fields }) => scope === 'store' && !from && fields.some(field => field.secret && field.readOnly),
)

let server: TestServer
let store = 0
let token = ''

beforeAll(async () => {
  const plugins = [openCardProviders, openChatbot, openCouriers, openIFood, openMercadoPago, openSefaz]
  server = await openServer(model, { plugins })
  store = await server.addStore('Minha')
  await server.tie(await server.addUser('dona@x.br', { admin: true }), store, { type: 1, email: 'dona@x.br' })
  const login = await server.app.inject({
    method: 'POST',
    url: '/api/users/login',
    headers: { origin: 'http://127.0.0.1:3000' },
    payload: { email: 'dona@x.br', password: testPassword },
  })
  token = login.json().id
  await server.context.database.system.query(`UPDATE system.sessions SET "provedAt" = now() - interval '1 hour'`)
})
afterAll(() => server?.close())

test('every register of keys says that it is asked before they come and go', () => {
  expect(keyed.length).toBeGreaterThan(6)
  expect(keyed.filter(({ reauthenticate }) => !reauthenticate?.includes('remove')).map(({ name }) => name)).toEqual([])
})

const calls: readonly (readonly [method: 'GET' | 'POST' | 'DELETE', path: string, body?: object])[] = [
  ['POST', 'Pagarme_auth/save', { secretKey: 'sk_live_1234567890', accountId: 'acc_0123456789abcdef' }],
  ['POST', 'Pagarme_auth/senhaAvisos', { avisos_senha: 'uma-senha-bem-longa-1' }],
  ['DELETE', 'Pagarme_auth/del'],
  ['POST', 'Pagbank_auth/save', { token: 'token-do-pagbank-1234' }],
  ['DELETE', 'Pagbank_auth/del'],
  ['POST', 'BeeDelivery/upsertWithWhere', { app_key: 'a', external_id: 1 }],
  ['DELETE', 'BeeDelivery/del'],
  ['POST', 'PickNGo/upsertWithWhere', { app_key: 'a' }],
  ['DELETE', 'PickNGo/del'],
  ['POST', 'IFood/oauth/userCode', {}],
  ['POST', 'IFood/oauth/token', { authorizationCode: 'abcd' }],
  ['DELETE', 'IFood_oauth/del'],
  ['GET', 'MercadoPago/installParams'],
  ['DELETE', 'mercado_pago_oauth/del'],
  ['POST', 'whatsapp/roboInstala', {}],
  ['DELETE', 'whatsapp/roboDesinstalar'],
  ['DELETE', 'Whatsapp/roboDesinstalarNumber?number=5511999999999'],
]

describe('who works in a browser is asked for the password', () => {
  test.each(calls.map(([method, path, body]) => ({ method, path, body })))('$method $path', async ({ method, path, body }) => {
    const sends = body ? { lojaId: store, ...body } : undefined
    const url = `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${store}`
    const reply = await server.call(token, method, url, sends)
    expect([reply.statusCode, reply.json().error.code], reply.body).toEqual([428, 'identity-needed'])
  })
})
