import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPagarmeStub } from '../../../src/plugins/cardProviders/pagarme/stubServer.ts'
import { stubPagbankAnswer } from '../../../src/plugins/cardProviders/pagbank/stubServer.ts'
import { openCardProviders } from '../../../src/plugins/cardProviders/server.ts'
import { openChatbot } from '../../../src/plugins/chatbot/server.ts'
import { createChatbotStub } from '../../../src/plugins/chatbot/stubServer.ts'
import { openCouriers } from '../../../src/plugins/couriers/server.ts'
import { stubCourierAnswer } from '../../../src/plugins/couriers/stubServer.ts'
import { openDistance } from '../../../src/plugins/distance/server.ts'
import { stubDirectionsAnswer } from '../../../src/plugins/distance/stubServer.ts'
import { openIFood } from '../../../src/plugins/ifood/server.ts'
import { authorisationOf, createIFoodStub } from '../../../src/plugins/ifood/stubServer.ts'
import { openMercadoPago } from '../../../src/plugins/mercadoPago/server.ts'
import { createMercadoPagoStub } from '../../../src/plugins/mercadoPago/stubServer.ts'
import { openSefaz } from '../../../src/plugins/sefaz/server.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { fillStore, mercadoPagoAt, waysBack } from '../fixtures/mercadoPago.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Every call of settings and integrations: what it answers whom, and with what it says no. A partner more is some rows more. */

let server: TestServer
const there: StubServer[] = []
const stores = { ours: 0, theirs: 0, bare: 0 }
const tokens = { dona: '', funcionario: '', outra: '', chefe: '' }

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

interface Call {
  readonly call: `${Method} ${string}`
  readonly sends?: object
  /** The answer to a store that has not installed it. */
  readonly missing?: string
  /** The answer to an id that no record has. */
  readonly unknown?: readonly [sends: object, status: number, message: string]
  /** The answer while the partner's replies cannot be understood. */
  readonly malformed?: string
  /** An employee's flags let them in all the same. */
  readonly flagged?: true
  readonly answers?: 'list'
}

const notUnderstood = (partner: string): string => `${partner} respondeu algo que não se entende. Tente de novo em instantes.`

const courier = (name: string, partner: string, keys: object): Call[] => {
  const missing = `${partner} não está instalado nesta loja.`
  const malformed = notUnderstood(partner)
  return [
    { call: `GET ${name}`, answers: 'list' },
    { call: `POST ${name}/upsertWithWhere`, sends: keys, malformed },
    { call: `POST ${name}/integrationTest`, missing, malformed },
    { call: `DELETE ${name}/del`, missing, unknown: [{ id: 987_654 }, 404, missing] },
  ]
}

const cardProvider = (name: string, partner: string, test: string, keys: object): Call[] => {
  const missing = `${partner} não está instalado nesta loja.`
  return [
    { call: `GET ${name}`, answers: 'list' },
    { call: `POST ${name}/save`, sends: keys },
    { call: `GET ${test}`, missing, malformed: notUnderstood(partner) },
    { call: `DELETE ${name}/del`, missing, unknown: [{ id: 987_654 }, 404, missing] },
  ]
}

const stoneKeys = { accountId: 'acc_jZkdN857et650oNv', secretKey: 'sk_segredo_da_stone' }
const bankKeys = { token: 'token-do-pagbank' }
const pickNGo = 'Pick N Go não está instalado nesta loja.'
const ifood = 'O iFood não está instalado nesta loja.'
const mercadoPago = 'O Mercado Pago não está instalado nesta loja.'
const chatbot = 'O chatbot não está instalado nesta loja.'
const notFound = 'Registro não encontrado.'

const calls: readonly Call[] = [
  ...courier('PickNGo', 'Pick N Go', { app_id: 'loja-7', app_key: 'chave' }),
  ...courier('BeeDelivery', 'Bee Delivery', { app_key: 'chave', external_id: 'empresa-7' }),
  ...cardProvider('Pagarme_auth', 'Stone', 'ConnectStone/test', stoneKeys),
  ...cardProvider('Pagbank_auth', 'PagBank', 'Pagbank_auth/test', bankKeys),
  { call: 'GET PickNGo/states', missing: pickNGo, malformed: notUnderstood('Pick N Go') },
  { call: 'GET PickNGo/cities?stateId=19', missing: pickNGo, malformed: notUnderstood('Pick N Go') },
  { call: 'GET IFood_oauth', answers: 'list' },
  { call: 'POST IFood/oauth/userCode' },
  { call: 'POST IFood/oauth/token', sends: { authorizationCode: 'x' }, missing: ifood },
  { call: 'GET IFood/merchants/status', missing: ifood, malformed: notUnderstood('iFood') },
  { call: 'DELETE IFood_oauth/del', missing: ifood, unknown: [{ id: 987_654 }, 404, ifood] },
  { call: 'GET Mercado_Pago_oauth', answers: 'list' },
  { call: 'GET MercadoPago/installParams' },
  { call: 'GET mercadoPago/oauth', missing: mercadoPago },
  { call: 'POST mercadoPago/oauth', sends: { code: 'x', state: 'x' } },
  { call: 'PATCH MercadoPago/oauth', sends: { id: 1, login: false }, missing: mercadoPago },
  { call: 'GET mercadoPago/points', missing: mercadoPago, malformed: notUnderstood('Mercado Pago') },
  {
    call: 'POST MercadoPago/pointOperation',
    sends: { pointId: 'x', operating_mode: 'PDV' },
    missing: mercadoPago,
    malformed: notUnderstood('Mercado Pago'),
  },
  { call: 'DELETE mercado_pago_oauth/del', missing: mercadoPago },
  { call: 'GET Whatsapp', answers: 'list' },
  { call: 'GET whatsapp/roboStatus' },
  { call: 'POST whatsapp/roboInstala' },
  {
    call: 'POST whatsapp/roboRespostas',
    sends: { responder: false, respostaBemVindo: '', contatosIgnorar: '' },
    missing: chatbot,
    malformed: notUnderstood('WhatsApp'),
  },
  { call: 'DELETE whatsapp/roboDesinstalar', missing: chatbot },
  { call: 'GET Loja_certificados', answers: 'list' },
  { call: 'POST Sefaz/uploadCertificado', sends: { senha: 'x', certificado: 'data:application/x-pkcs12;base64,AAAA' } },
  { call: 'POST sefaz/consultaStatusNFe', missing: 'Instale o certificado digital da loja primeiro' },
  { call: 'DELETE Loja_certificados/del', sends: { id: 1 }, missing: notFound, unknown: [{ id: 987_654 }, 404, notFound] },
  ...['Loja_filials', 'Loja_dark_kitchens'].flatMap((name): Call[] => [
    { call: `GET ${name}`, answers: 'list' },
    { call: `GET ${name}/lojas`, answers: 'list' },
    { call: `DELETE ${name}/del`, sends: { id: 1 }, missing: notFound, unknown: [{ id: 987_654 }, 404, notFound] },
  ]),
  { call: 'POST Loja_filials', sends: { filialId: 1 } },
  { call: 'POST Loja_dark_kitchens', sends: { lojaDarkKitchenId: 1 } },
  ...['impressao_configs', 'autoatendimento_config', 'etiqueta_configs'].flatMap((name): Call[] => [
    { call: `GET ${name}`, answers: 'list' },
    { call: `POST ${name}/save`, unknown: [{ id: 987_654 }, 404, notFound] },
  ]),
  { call: 'GET telas/integracoes/estados' },
  { call: 'GET Loja_perfil/appStatus', flagged: true },
  { call: 'POST Apps/pausaEmergencia', sends: { status: true }, flagged: true },
  {
    call: 'POST equipamento_eventos/sincronizar',
    sends: { equipamentoId: 1 },
    unknown: [{ equipamentoId: 987_654 }, 404, notFound],
    flagged: true,
  },
]

const [platform, provider, robots] = [createIFoodStub(), createMercadoPagoStub(), createChatbotStub()]

beforeAll(async () => {
  const [pick, bee] = [await startStubServer(stubCourierAnswer), await startStubServer(stubCourierAnswer)]
  const delivery: StubServer = await startStubServer(asked => platform.answer(asked, delivery.address))
  const [stone, bank] = [await startStubServer(createPagarmeStub().answer), await startStubServer(stubPagbankAnswer)]
  const payments = await startStubServer(provider.answer)
  const chat: StubServer = await startStubServer(asked => robots.answer(asked, chat.address))
  const maps = await startStubServer(stubDirectionsAnswer)
  there.push(pick, bee, delivery, stone, bank, payments, chat, maps)
  server = await openServer(undefined, {
    plugins: [openCouriers, openIFood, openCardProviders, openMercadoPago, openChatbot, openDistance, openSefaz],
    env: {
      PICKNGO_URL: pick.address,
      BEEDELIVERY_URL: bee.address,
      PAGARME_URL: stone.address,
      PAGBANK_URL: bank.address,
      IFOOD_URL: delivery.address,
      IFOOD_CLIENT_ID: 'cliente',
      IFOOD_CLIENT_SECRET: 'segredo',
      ...mercadoPagoAt(payments.address),
      CHATBOT_URL: chat.address,
      MAPS_URL: maps.address,
    },
  })
  stores.ours = await server.addStore('Nossa')
  stores.bare = await server.addStore('Sem nada')
  stores.theirs = await server.addStore('Alheia')
  await server.context.database.system.query('UPDATE lojas SET cardapio_digital = true')
  const person = async (name: keyof typeof tokens, lojas: readonly number[], values: object): Promise<void> => {
    const id = await server.addUser(`${name}@x.br`, name === 'chefe' ? { admin: true } : {})
    for (const lojaId of lojas) await server.tie(id, lojaId, { email: `${name}@x.br`, ...values })
    tokens[name] = await server.enter(`${name}@x.br`)
  }
  const { flags } = server.context.service.model()
  await person('dona', [stores.ours, stores.bare], { type: 1 })
  await person('funcionario', [stores.ours, stores.bare], {
    type: 2,
    ...Object.fromEntries(flags.map(({ name }) => [name, true])),
  })
  await person('outra', [stores.theirs], { type: 1 })
  await person('chefe', [], {})
  // The module of the chatbot is the administrator user's of the store.
  await server.context.database.system.query(
    `WITH dona AS (UPDATE users SET chatbot = true WHERE email = 'dona@x.br' RETURNING id) UPDATE lojas SET "adminUserId" = dona.id FROM dona WHERE lojas.id = ANY($1)`,
    [[stores.bare, stores.ours]],
  )
  for (const id of [stores.ours, stores.bare]) await fillStore(server, id)
  for (const [path, keys] of [
    ['PickNGo/upsertWithWhere', { app_id: 'loja-7', app_key: 'chave' }],
    ['BeeDelivery/upsertWithWhere', { app_key: 'chave', external_id: 'empresa-7' }],
    ['Pagarme_auth/save', stoneKeys],
    ['Pagbank_auth/save', bankKeys],
  ] as const)
    expect((await ask({ call: `POST ${path}`, sends: keys })).statusCode).toBe(200)
  expect((await ask({ call: 'POST mercadoPago/oauth', sends: await authorised(stores.ours) })).statusCode).toBe(200)
  expect((await ask({ call: 'POST whatsapp/roboInstala' })).statusCode).toBe(200)
  const robot = { call: 'GET whatsapp/roboStatus' } as const
  // At first it only starts.
  await ask(robot)
  robots.scan(new URL((await ask(robot)).json().statusDetails.qrCode).searchParams.get('codigo') ?? '')
  expect((await ask(robot)).json().service.status).toBe('ready')
  const { userCode } = (await ask({ call: 'POST IFood/oauth/userCode' })).json()
  expect(
    (await ask({ call: 'POST IFood/oauth/token', sends: { authorizationCode: authorisationOf(userCode) } })).statusCode,
  ).toBe(200)
})
afterAll(async () => {
  await server?.close()
  await Promise.all(there.map(one => one.close()))
})
afterEach(() => {
  for (const one of there) one.behaviour = 'normal'
})

const ask = ({ call, sends = {} }: Pick<Call, 'call' | 'sends'>, token = tokens.dona, lojaId: unknown = stores.ours) => {
  const [method, path = ''] = call.split(' ') as [Method, string]
  return method === 'GET'
    ? server.call(token, method, `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${lojaId}`)
    : server.call(token, method, `/api/${path}`, { lojaId, ...sends })
}
/** Returns the parameters that come back from the payment provider's page when a store authorises. */
const authorised = async (lojaId: number): Promise<object> => {
  const { url } = (await ask({ call: 'GET MercadoPago/installParams' }, tokens.dona, lojaId)).json()
  const [back] = await waysBack(url)
  return Object.fromEntries(back ?? [])
}
const said = async (asked: ReturnType<typeof ask>): Promise<[number, string]> => {
  const { statusCode, body } = await asked
  return [statusCode, JSON.parse(body).error?.message ?? body]
}
const having = (name: keyof Call): Call[] => calls.filter(call => call[name] !== undefined)

describe.each(calls)('$call', call => {
  test('needs a session, and is of the own stores alone', async () => {
    expect((await ask(call, 'nenhuma')).statusCode).toBe(401)
    for (const lojaId of [stores.ours, 987_654]) {
      const [status, text] = await said(ask(call, tokens.outra, lojaId))
      expect([status, text]).toEqual([403, 'Esta loja não está entre as suas.'])
    }
    const bad = await ask(call, tokens.dona, 'x')
    expect([bad.statusCode >= 400 && bad.statusCode < 500, bad.json().error.message]).toEqual([true, expect.stringMatching(/\S/)])
  })

  test('sees no employee, whatever flags they have', async () => {
    const reply = await ask(call, tokens.funcionario)
    if (call.flagged) expect(reply.statusCode).not.toBe(403)
    else
      expect([reply.statusCode, reply.json().error.message]).toEqual([
        403,
        'Você não tem permissão para isto. Fale com o proprietário da loja.',
      ])
  })
})

test.each(having('answers'))('$call of a store that has none is an empty list', async call => {
  const reply = await ask(call, tokens.outra, stores.theirs)
  expect([reply.statusCode, reply.json()]).toEqual([200, []])
})

test.each(having('missing'))('$call where it is not installed says so', async call => {
  const [status, text] = await said(ask(call, tokens.dona, stores.bare))
  expect([status, text]).toEqual([expect.any(Number), call.missing])
  expect(status).toBeGreaterThanOrEqual(400)
})

test.each(having('unknown'))('$call with an id that nothing has', async call => {
  const [sends, status, message] = call.unknown ?? [{}, 0, '']
  expect(await said(ask({ ...call, sends }))).toEqual([status, message])
})

test.each(having('malformed'))('$call while the partner answers what nobody understands', async call => {
  for (const one of there) one.behaviour = 'malformed'
  expect(await said(ask(call))).toEqual([424, call.malformed])
})

describe('while partners answer what nobody understands', () => {
  const malformed = (): void => {
    for (const one of there) one.behaviour = 'malformed'
  }
  const mercadoPagoSays = [424, notUnderstood('Mercado Pago')]

  test('Mercado Pago is not installed, and nothing of it stays', async () => {
    const sends = await authorised(stores.bare)
    malformed()
    expect(await said(ask({ call: 'POST mercadoPago/oauth', sends }, tokens.dona, stores.bare))).toEqual(mercadoPagoSays)
    expect(await said(ask({ call: 'GET mercadoPago/oauth' }, tokens.dona, stores.bare))).toEqual([404, mercadoPago])
  })

  test('a switch that its account must allow stays as it was', async () => {
    const { id } = (await ask({ call: 'GET mercadoPago/oauth' })).json()
    malformed()
    expect(await said(ask({ call: 'PATCH MercadoPago/oauth', sends: { id, pix: true } }))).toEqual(mercadoPagoSays)
    expect((await ask({ call: 'GET mercadoPago/oauth' })).json()).toMatchObject({ pix: false })
  })

  test('the chatbot is not installed, its status says why it is unknown, and what is installed stays', async () => {
    malformed()
    const says = notUnderstood('WhatsApp')
    expect(await said(ask({ call: 'POST whatsapp/roboInstala' }, tokens.dona, stores.bare))).toEqual([424, says])
    expect((await ask({ call: 'GET whatsapp/roboStatus' }, tokens.dona, stores.bare)).json()).toMatchObject({ instalado: false })
    const status = await ask({ call: 'GET whatsapp/roboStatus' })
    expect([status.statusCode, status.json()]).toEqual([200, expect.objectContaining({ instalado: true, falha: says })])
  })

  test('the distance is not told, and is asked by administrators alone', async () => {
    const call = 'GET Apps/distanciaDebug?origem=Rua%20A&destino=Rua%20B'
    for (const token of [tokens.dona, tokens.funcionario, tokens.outra]) expect((await ask({ call }, token)).statusCode).toBe(403)
    expect((await ask({ call }, 'nenhuma')).statusCode).toBe(401)
    expect((await ask({ call: 'GET Apps/distanciaDebug?origem=Rua%20A&destino=' }, tokens.chefe)).statusCode).toBe(422)
    malformed()
    expect(await said(ask({ call }, tokens.chefe))).toEqual([424, notUnderstood('Serviço de mapas')])
  })
})

test("another store's record is as one that does not exist, and stays", async () => {
  const { rows } = await server.context.database.system.query<{ id: string }>(
    `INSERT INTO "Loja_filials" ("lojaId", "filialId") VALUES ($1, $1) RETURNING id`,
    [stores.theirs],
  )
  const sends = { id: Number(rows[0]?.id) }
  expect(await said(ask({ call: 'DELETE Loja_filials/del', sends }))).toEqual([404, notFound])
  const [pick] = (await ask({ call: 'GET PickNGo' }, tokens.dona)).json()
  const theirs = await ask({ call: 'DELETE PickNGo/del', sends: { id: pick.id } }, tokens.outra, stores.theirs)
  expect(theirs.statusCode).toBe(404)
  expect((await ask({ call: 'GET PickNGo' })).json()).toHaveLength(1)
})

test('installed twice there is one installation, or word that there is one', async () => {
  expect(await said(ask({ call: 'POST IFood/oauth/userCode' }))).toEqual([
    409,
    'O iFood já está autorizado nesta loja. Desinstale antes de instalar de novo.',
  ])
  const again = { call: 'POST PickNGo/upsertWithWhere', sends: { app_id: 'loja-8', app_key: 'outra' } } as const
  const replies = await Promise.all([ask(again), ask(again), ask(again)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await ask({ call: 'GET PickNGo' })).json()).toMatchObject([{ app_id: 'loja-8' }])
})

test('the server is started anew by administrators alone, and only they see all installations', async () => {
  for (const token of [tokens.dona, tokens.funcionario, tokens.outra])
    expect((await server.call(token, 'POST', '/api/users/pm2Reload', {})).statusCode).toBe(403)
  expect((await server.call(tokens.chefe, 'GET', '/api/IFood_oauth')).json()).toHaveLength(1)
  expect((await ask({ call: 'GET IFood_oauth' }, tokens.chefe)).json()).toHaveLength(1)
})
