import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createChatbot } from '../../../src/plugins/chatbot/chatbot.ts'
import { followRobots } from '../../../src/plugins/chatbot/followRobots.ts'
import { openChatbot } from '../../../src/plugins/chatbot/server.ts'
import { createChatbotStub } from '../../../src/plugins/chatbot/stubServer.ts'
import { createIntegrationClient } from '../../../src/server/integrations/integrationClient.ts'
import { type StubBehaviour, type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The chatbot: installed by a scanned code, told what to say, failing, and uninstalled without leaving anything behind. */

let server: TestServer
let there: StubServer
const service = createChatbotStub()
const tokens = { dona: '', caixa: '', outra: '', chefe: '', provedor: '' }
const stores = { ours: 0, theirs: 0 }

beforeAll(async () => {
  there = await startStubServer(asked => service.answer(asked, there.address))
  server = await openServer(undefined, {
    plugins: [openChatbot],
    env: { CHATBOT_URL: there.address, CHATBOT_KEY: 'chave-da-casa', PROVIDER_DOMAIN: 'provedor.com.br' },
  })
  const company = await server.addUser('empresa@x.br', { chatbot: true })
  stores.ours = await server.addStore('Nossa', company)
  stores.theirs = await server.addStore('Alheia', await server.addUser('vizinha@x.br'))
  tokens.dona = await server.enterStore('dona', stores.ours, { type: 1 })
  tokens.caixa = await server.enterStore('caixa', stores.ours, { cadastros_ver: true, cardapio_digital_ver: true })
  tokens.outra = await server.enterStore('outra', stores.theirs, { type: 1 })
  await server.addUser('chefe@x.br', { admin: true })
  tokens.chefe = await server.enter('chefe@x.br')
  const email = 'suporte@provedor.com.br'
  await server.tie(await server.addUser(email), stores.ours, { email, type: 1 })
  tokens.provedor = await server.enter(email)
})
afterAll(async () => {
  await server?.close()
  await there?.close()
})
afterEach(() => {
  there.behaviour = 'normal'
})

type Body = Readonly<Record<string, unknown>>
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body: Body = {}, token = tokens.dona, lojaId = stores.ours) =>
  method === 'GET'
    ? server.call(token, 'GET', `/api/${path}?lojaId=${lojaId}`)
    : server.call(token, method, `/api/${path}`, { lojaId, ...body })
const said = async (asked: ReturnType<typeof call>): Promise<[number, string]> => {
  const { statusCode, body } = await asked
  const { error } = JSON.parse(body)
  return [statusCode, error?.details?.[0] ? `${error.details[0].path}: ${error.details[0].message}` : (error?.message ?? '')]
}
const install = (body: Body = {}, token = tokens.dona) => call('POST', 'whatsapp/roboInstala', body, token)
const uninstall = (token = tokens.dona) => call('DELETE', 'whatsapp/roboDesinstalar', {}, token)
const reply = (body: Body, token = tokens.dona) => call('POST', 'whatsapp/roboRespostas', body, token)
const status = async (token = tokens.dona, lojaId = stores.ours) =>
  (await call('GET', 'whatsapp/roboStatus', {}, token, lojaId)).json()
const records = async (token = tokens.dona) => (await call('GET', 'Whatsapp', {}, token)).json()
const card = async () => (await call('GET', 'telas/integracoes/estados')).json()['whatsapp-config']
const scan = async (): Promise<void> => {
  await status()
  const { statusDetails } = await status()
  expect(service.scan(new URL(statusDetails.qrCode).searchParams.get('codigo') ?? '')).toBe(true)
}

test('a store without the module is told so, and installs nothing', async () => {
  expect(await status(tokens.outra, stores.theirs)).toMatchObject({ modulo: false, instalado: false })
  expect(await said(call('POST', 'whatsapp/roboInstala', {}, tokens.outra, stores.theirs))).toEqual([
    422,
    'O módulo de chatbot não está ativado.',
  ])
  expect(service.names()).toEqual([])
})

test('a store is installed by a code that a telephone scans, and says what it is told', async () => {
  expect(await card()).toEqual({ title: 'Não instalado', tone: 'neutral', since: null })
  expect(await said(reply({ responder: true, respostaBemVindo: 'Olá' }))).toEqual([
    404,
    'O chatbot não está instalado nesta loja.',
  ])
  expect((await install()).json()).toEqual({ instalado: true })
  expect(await said(install())).toEqual([409, 'O chatbot já está instalado nesta loja. Desinstale antes de instalar de novo.'])
  expect(await status()).toMatchObject({ modulo: true, antigo: false, instalado: true, service: { status: 'iniciando' } })
  const waiting = await status()
  expect(waiting.service).toEqual({ status: 'qr' })
  expect(waiting.statusDetails.qrImagem).toMatch(/^data:image\/png;base64,[\w+/=]{200,}$/)
  expect(await card()).toMatchObject({ title: 'Aguardando leitura do código', tone: 'warning' })
  expect(await said(reply({ responder: true, respostaBemVindo: 'Olá' }))).toEqual([
    409,
    'O WhatsApp ainda não está conectado. Leia o código QR primeiro.',
  ])
  await scan()
  const number = `55119${String(stores.ours).padStart(8, '0')}`
  expect(await status()).toMatchObject({ service: { status: 'ready' }, number, statusDetails: { qrCode: '', qrImagem: '' } })
  expect(await card()).toMatchObject({ title: 'Conectado', tone: 'positive', since: expect.stringMatching(/^20/) })
  const answers = { responder: true, respostaBemVindo: ' Olá! ', contatosIgnorar: '(11) 98765-4321\n\n+55 11 98765-0000' }
  expect((await reply(answers)).json()).toEqual({ salvo: true })
  expect((await status()).respostas).toEqual({
    responder: true,
    respostaBemVindo: 'Olá!',
    contatosIgnorar: '11987654321\n5511987650000',
  })
  expect(await records()).toMatchObject([{ lojaId: stores.ours, number, ok: true, status: 'ready', responder: true }])
})

test.each([
  [{ responder: true, contatosIgnorar: '' }, 'respostaBemVindo: Escreva a resposta de boas-vindas'],
  [{ contatosIgnorar: '11987654321\nJoão' }, 'contatosIgnorar: "João" não é um número com DDD'],
  [{ responder: 'talvez' }, /^responder: /],
  [{ respostaBemVindo: 'x'.repeat(1001) }, /^respostaBemVindo: /],
])('replies that cannot be are refused by the name of their field: %j', async (body, text) => {
  const before = (await status()).respostas
  const [code, words] = await said(reply(body))
  expect(code).toBe(422)
  expect(words).toMatch(text)
  expect((await status()).respostas).toEqual(before)
})

test('the token is sealed and told nowhere', async () => {
  const { rows } = await server.context.database.system.query<{ all: string }>(
    `SELECT (SELECT string_agg(r::text, '') FROM "Whatsapp" r) || coalesce((SELECT string_agg(h::text, '') FROM user_logs h), '') AS all`,
  )
  const everywhere = [
    rows[0]?.all ?? '',
    JSON.stringify([await records(), await status()]),
    (await server.call(tokens.chefe, 'GET', `/api/Whatsapp/exportar?lojaId=${stores.ours}&formato=csv`)).body,
    server.logged.join('\n'),
  ].join('\n')
  expect(everywhere).toContain('ready')
  expect(everywhere).not.toMatch(/robo-[0-9a-f]|chave-da-casa/)
})

test('a token that is not accepted is taken anew, for the status as for the replies', async () => {
  service.expire()
  expect(await status()).toMatchObject({ falha: '', service: { status: 'ready' } })
  service.expire()
  expect((await reply({ responder: false })).json()).toEqual({ salvo: true })
  expect(await status()).toMatchObject({ falha: '', respostas: { responder: false } })
  expect(service.names()).toEqual([String(stores.ours)])
})

const moods: readonly [StubBehaviour, string][] = [
  ['malformed', 'WhatsApp respondeu algo que não se entende. Tente de novo em instantes.'],
  ['missing', 'WhatsApp: not found'],
  ['unauthorised', 'WhatsApp: Token inválido'],
  ['redirecting', 'WhatsApp recusou o pedido. Confira os dados.'],
  ['too-large', 'WhatsApp respondeu algo que não se entende. Tente de novo em instantes.'],
]

test('whatever ails the service is told in words, and changes nothing', async () => {
  const before = await records()
  for (const [mood, text] of moods) {
    there.behaviour = mood
    expect([mood, (await status()).falha]).toEqual([mood, text])
    expect([mood, ...(await said(reply({ responder: false })))]).toEqual([mood, 424, text])
    if (mood !== 'missing') expect([mood, ...(await said(uninstall()))]).toEqual([mood, 424, text])
  }
  expect(await records()).toEqual(before)
})

test('a telephone that was disconnected is noticed by the job', async () => {
  const client = createIntegrationClient({ name: 'CHATBOT_URL', address: there.address, timeout: 2000 })
  const job = followRobots(createChatbot(client, 'chave-da-casa'))
  const run = () => job.run({ ...server.context.service, signal: new AbortController().signal })
  await run()
  expect(await card()).toMatchObject({ title: 'Conectado' })
  service.disconnect()
  await run()
  expect(await card()).toMatchObject({ title: 'Aguardando leitura do código' })
  expect(await records()).toMatchObject([{ status: 'qr', number: null }])
  await scan()
  expect(await status()).toMatchObject({ service: { status: 'ready' } })
})

describe('installations', () => {
  test('that are asked for at once are one; what never came to be leaves nothing', async () => {
    await uninstall()
    there.behaviour = 'unauthorised'
    expect(await said(install())).toEqual([424, 'WhatsApp: Token inválido'])
    there.behaviour = 'normal'
    expect(await records()).toEqual([])
    const replies = await Promise.all([install(), install(), install()])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await records()).toHaveLength(1)
    expect(service.names()).toEqual([String(stores.ours)])
  })

  test('that were cut off before the answer was kept are taken up by the status', async () => {
    const { system } = server.context.database
    await system.query('UPDATE "Whatsapp" SET token = NULL')
    expect(await status()).toMatchObject({ instalado: true, service: { status: 'iniciando' }, falha: '' })
    await system.query(`UPDATE "Whatsapp" SET "updatedAt" = now() - interval '1 minute'`)
    await status()
    expect(await status()).toMatchObject({ instalado: true, service: { status: 'qr' }, falha: '' })
    await scan()
    expect(await status()).toMatchObject({ service: { status: 'ready' } })
    expect(service.names()).toEqual([String(stores.ours)])
  })

  test('of the old chatbot are those of the provider alone', async () => {
    await uninstall()
    expect((await status(tokens.provedor)).antigo).toBe(true)
    expect(await said(install({ waboxapp: true }))).toEqual([422, 'O chatbot antigo só é instalado por quem é do provedor.'])
    expect((await install({ waboxapp: true }, tokens.provedor)).statusCode).toBe(200)
    await scan()
    expect(await status()).toMatchObject({ service: { status: 'NORMAL-MAIN' } })
    expect(await card()).toMatchObject({ title: 'Conectado' })
  })

  test('that somebody removed at the service are uninstalled here, and leave nothing', async () => {
    service.lose()
    expect((await status()).falha).toBe('WhatsApp: Chatbot não encontrado')
    expect((await uninstall()).json()).toEqual({ instalado: false })
    expect(await said(uninstall())).toEqual([404, 'O chatbot não está instalado nesta loja.'])
    const { rows } = await server.context.database.system.query(
      `SELECT (SELECT count(*) FROM "Whatsapp")::int + (SELECT count(*) FROM system.removed_secrets)::int AS left`,
    )
    expect(rows[0]).toEqual({ left: 0 })
  })
})

test('the administrator sees all stores and uninstalls a number; nobody else reaches the store', async () => {
  await install()
  await scan()
  const { number } = await status()
  for (const [method, path] of [
    ['GET', 'whatsapp/roboStatus'],
    ['POST', 'whatsapp/roboInstala'],
    ['POST', 'whatsapp/roboRespostas'],
    ['DELETE', 'whatsapp/roboDesinstalar'],
    ['GET', 'Whatsapp'],
  ] as const)
    for (const token of [tokens.caixa, tokens.outra]) expect((await call(method, path, {}, token)).statusCode).toBe(403)
  const remove = (body: Body, token = tokens.chefe) =>
    said(server.call(token, 'DELETE', '/api/Whatsapp/roboDesinstalarNumber', body))
  expect((await remove({ number }, tokens.dona))[0]).toBe(403)
  expect(await remove({ number: '5511000000000' })).toEqual([404, 'Nenhuma loja tem um chatbot com este número.'])
  expect((await remove({ number: 'abc' }))[1]).toMatch(/^number: /)
  const all = (await server.call(tokens.chefe, 'GET', '/api/Whatsapp')).json()
  expect(all.map(({ lojaId }: { lojaId: number }) => lojaId)).toEqual([stores.ours])
  expect(await remove({ number })).toEqual([200, ''])
  expect([await records(), service.names()]).toEqual([[], []])
})

test('a service that is throttled or down is told in words, and the page goes on', async () => {
  await install()
  // The last in this file: what fails so is left alone for a while.
  there.behaviour = 'throttled'
  expect(await status()).toMatchObject({
    instalado: true,
    falha: 'WhatsApp recebe chamadas demais agora. Tente de novo em instantes.',
  })
  there.behaviour = 'unreachable'
  expect(await status()).toMatchObject({ instalado: true, falha: 'WhatsApp não respondeu. Tente de novo em instantes.' })
  expect(await said(uninstall())).toEqual([424, 'WhatsApp não respondeu. Tente de novo em instantes.'])
  expect(await records()).toHaveLength(1)
})
