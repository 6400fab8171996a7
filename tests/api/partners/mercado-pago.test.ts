import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMercadoPago } from '../../../src/plugins/mercadoPago/mercadoPago.ts'
import { refreshPaymentTokens } from '../../../src/plugins/mercadoPago/refreshTokens.ts'
import { createIntegrationClient } from '../../../src/server/integrations/integrationClient.ts'
import type { StubBehaviour } from '../../../src/server/integrations/stubServer.ts'
import { fillStore, type MercadoPagoServer, openMercadoPagoServer, waysBack } from '../fixtures/mercadoPago.ts'

/** Mercado Pago: authorised on its page with a guarded return, switched, its card readers changed, renewed, failing, uninstalled. */

let opened: MercadoPagoServer | undefined
let server: MercadoPagoServer['server']
let there: MercadoPagoServer['there']
let provider: MercadoPagoServer['provider']
const tokens = { dona: '', socia: '', caixa: '', outra: '', chefe: '' }
const stores = { ours: 0, theirs: 0 }

beforeAll(async () => {
  opened = await openMercadoPagoServer()
  ;({ server, there, provider } = opened)
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  tokens.dona = await server.enterStore('dona', stores.ours, { type: 1 })
  tokens.socia = await server.enterStore('socia', stores.ours, { type: 1 })
  tokens.caixa = await server.enterStore('caixa', stores.ours, { cadastros_ver: true, pdv_relatorios: true })
  tokens.outra = await server.enterStore('outra', stores.theirs, { type: 1 })
  await server.addUser('chefe@x.br', { admin: true })
  tokens.chefe = await server.enter('chefe@x.br')
  await fillStore(server, stores.theirs)
})
afterAll(() => opened?.close())
afterEach(() => {
  there.behaviour = 'normal'
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, body: object = {}, token = tokens.dona, lojaId = stores.ours) =>
  method === 'GET'
    ? server.call(token, 'GET', `/api/${path}?lojaId=${lojaId}`)
    : server.call(token, method, `/api/${path}`, { lojaId, ...body })
const said = async (asked: ReturnType<typeof call>): Promise<[number, string]> => {
  const { statusCode, body } = await asked
  return [statusCode, JSON.parse(body).error?.message ?? '']
}
const record = async (token = tokens.dona, lojaId = stores.ours) =>
  (await call('GET', 'Mercado_Pago_oauth', {}, token, lojaId)).json()[0]
const card = async () => (await call('GET', 'telas/integracoes/estados')).json().mercadoPago

/** Visits the authorization page: authorised, or refused. */
const visitPage = async (token = tokens.dona, lojaId = stores.ours) =>
  waysBack((await call('GET', 'MercadoPago/installParams', {}, token, lojaId)).json().url)
async function authorised(token = tokens.dona, lojaId = stores.ours): Promise<{ code: string; state: string }> {
  const [back] = await visitPage(token, lojaId)
  return { code: back?.get('code') ?? '', state: back?.get('state') ?? '' }
}
const comeBack = (back: object, token = tokens.dona, lojaId = stores.ours) =>
  call('POST', 'mercadoPago/oauth', back, token, lojaId)
const uninstall = () => call('DELETE', 'mercado_pago_oauth/del')

test('a store without telephone or address is told what is missing, field by field', async () => {
  const refusal = (await call('GET', 'MercadoPago/installParams')).json().error
  expect(refusal.message).toBe(
    'Para instalar o Mercado Pago, preencha telefone, CEP, logradouro, número, bairro, cidade e UF no perfil da loja.',
  )
  expect(refusal.details.map(({ path }: { path: string }) => path)).toEqual([
    'telefone',
    'cep',
    'logradouro',
    'numero',
    'bairro',
    'cidade',
    'uf',
  ])
  await fillStore(server, stores.ours, { bairro: '  ' })
  const details = (await call('GET', 'MercadoPago/installParams')).json().error.details
  expect(details.map(({ path }: { path: string }) => path)).toEqual(['bairro'])
  await fillStore(server, stores.ours)
})

test('a store that has not installed is answered 404, and everything else says so', async () => {
  const text = 'O Mercado Pago não está instalado nesta loja.'
  expect(await said(call('GET', 'mercadoPago/oauth'))).toEqual([404, text])
  expect(await said(call('GET', 'mercadoPago/points'))).toEqual([404, text])
  expect(await said(call('PATCH', 'MercadoPago/oauth', { id: 1, pix: true }))).toEqual([404, text])
  expect(await said(call('POST', 'MercadoPago/pointOperation', { pointId: 'x' }))).toEqual([404, text])
  expect(await said(uninstall())).toEqual([404, text])
  expect(await card()).toEqual({ title: 'Não instalado', tone: 'neutral', since: null })
})

test('the way leads to the page of the provider with our client, a state and the address to come back to', async () => {
  const url = new URL((await call('GET', 'MercadoPago/installParams')).json().url)
  expect([url.origin, url.pathname]).toEqual([there.address, '/authorization'])
  const { state, redirect_uri, ...rest } = Object.fromEntries(url.searchParams)
  expect(rest).toEqual({ client_id: 'aplicativo-77', response_type: 'code', platform_id: 'mp' })
  expect(redirect_uri).toMatch(/\/integracoes\/mercadoPago$/)
  expect(state).toMatch(/^[\w-]{32}$/)
  const [, refusal] = await visitPage()
  expect(refusal?.get('error')).toBe('access_denied')
})

test('people come back to where they are signed in, and to no address that a call claims', async () => {
  const sentBackTo = async (host: string): Promise<string> => {
    const url = `/api/MercadoPago/installParams?lojaId=${stores.ours}`
    const reply = await server.app.inject({ method: 'GET', url, headers: { authorization: tokens.dona, host } })
    return new URL(new URL(reply.json().url).searchParams.get('redirect_uri') ?? '').origin
  }
  expect(await sentBackTo('localhost:3000')).toBe('http://localhost:3000')
  expect(await sentBackTo('ladrao.example')).toBe('http://127.0.0.1:3000')
})

test('a return of another session, another store, another state or none is refused, and nothing is asked', async () => {
  const foreign = [409, 'Esta autorização não foi iniciada por você nesta loja. Clique em Instalar e autorize de novo.']
  const back = await authorised()
  const before = there.requests.length
  expect(await said(comeBack(back, tokens.socia))).toEqual(foreign)
  expect(await said(comeBack(back, tokens.outra, stores.theirs))).toEqual(foreign)
  expect(await said(comeBack({ ...back, state: `${back.state}x` }))).toEqual(foreign)
  expect(await said(comeBack({ code: back.code }))).toEqual(foreign)
  expect((await comeBack({ state: back.state })).json().error.details).toMatchObject([{ path: 'code' }])
  await server.context.database.system.query(`UPDATE "Mercado_Pago_autorizacoes" SET vence_em = now() - interval '1 second'`)
  expect(await said(comeBack(back))).toEqual([409, 'Esta autorização demorou demais. Clique em Instalar e autorize de novo.'])
  expect(there.requests).toHaveLength(before)
  expect(await record()).toBeUndefined()
})

test('a code that the provider refuses installs nothing, and its state is used up', async () => {
  const { state } = await authorised()
  expect(await said(comeBack({ code: 'ERRADO', state }))).toEqual([424, 'Mercado Pago: Código de autorização inválido'])
  expect(await record()).toBeUndefined()
  expect(await said(comeBack({ code: 'ERRADO', state }))).toEqual([
    409,
    'Esta autorização já foi usada. Confira se o Mercado Pago está instalado; se não, clique em Instalar e autorize de novo.',
  ])
})

test('what is uninstalled while the provider is asked stays so; a return that fails beside another leaves that one alone', async () => {
  const [first, second] = [await authorised(), await authorised()]
  opened?.whileAsked(uninstall)
  expect(await said(comeBack(first))).toEqual([409, 'Outra pessoa mudou a instalação enquanto isso. Confira e tente de novo.'])
  expect(await record()).toBeUndefined()
  const { state } = await authorised()
  opened?.whileAsked(async () => expect((await comeBack({ code: 'ERRADO', state })).statusCode).toBe(424))
  expect((await comeBack(second)).statusCode).toBe(200)
  await uninstall()
  expect(await record()).toBeUndefined()
})

test('coming back twice, in two tabs, at once: one installation', async () => {
  const [first, second] = [await authorised(), await authorised()]
  const replies = await Promise.all([comeBack(first), comeBack(first), comeBack(second)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect((await call('GET', 'Mercado_Pago_oauth')).json()).toHaveLength(1)
  expect(await said(call('GET', 'MercadoPago/installParams'))).toEqual([
    409,
    'O Mercado Pago já está instalado nesta loja. Desinstale antes de instalar de novo.',
  ])
  const { id } = await record()
  expect((await call('GET', 'mercadopago/OAUTH')).json()).toEqual({
    id,
    lojaId: stores.ours,
    login: false,
    cartao: false,
    pix: false,
    mpLogin: true,
    mpCartao: true,
    mpPix: false,
    expiresIn: 15_552_000,
  })
  expect(await card()).toMatchObject({ title: 'Instalado', tone: 'positive' })
})

test('tokens and states are told nowhere, and what is kept is sealed', async () => {
  const { rows } = await server.context.database.system.query<{ all: string }>(
    `SELECT (SELECT string_agg(r::text, '') FROM "Mercado_Pago_oauth" r) || (SELECT string_agg(a::text, '') FROM "Mercado_Pago_autorizacoes" a)
       || coalesce((SELECT string_agg(h::text, '') FROM user_logs h), '') AS all`,
  )
  const { state, code } = await authorisedAgain()
  const everywhere = [
    rows[0]?.all ?? '',
    JSON.stringify(await record()),
    (await call('GET', 'mercadoPago/oauth')).body,
    (await server.call(tokens.dona, 'GET', `/api/Mercado_Pago_oauth/exportar?lojaId=${stores.ours}&formato=csv`)).body,
    (await server.call(tokens.chefe, 'GET', `/api/Mercado_Pago_oauth?lojaId=${stores.ours}`)).body,
    server.logged.join('\n'),
  ].join('\n')
  expect(everywhere).toContain('241983636')
  expect(everywhere).not.toMatch(/APP_USR-|TG-|segredo-do-mercado/)
  expect(everywhere).not.toContain(state)
  expect(everywhere).not.toContain(code)
})

async function authorisedAgain(): Promise<{ code: string; state: string }> {
  await uninstall()
  const back = await authorised()
  expect((await comeBack(back)).json()).toEqual({ instalado: true })
  return back
}

test('each switch is saved alone; what the account does not allow is asked again and refused at its field', async () => {
  const { id } = await record()
  const set = (body: object) => call('PATCH', 'MercadoPago/oauth', { id, ...body })
  expect((await set({ login: true })).json()).toMatchObject({ login: true, cartao: false, pix: false })
  expect((await set({ cartao: true })).json()).toMatchObject({ login: true, cartao: true, pix: false })
  const refusal = (await set({ pix: true })).json().error
  expect(refusal.details).toMatchObject([
    { path: 'pix', message: 'A conta do Mercado Pago não tem chave Pix. Cadastre uma chave no Mercado Pago e tente de novo.' },
  ])
  provider.pix = true
  expect((await set({ pix: true })).json()).toMatchObject({ pix: true, mpPix: true })
  expect((await set({ login: false })).json()).toMatchObject({ login: false, cartao: true, pix: true })
  const one = 'Informe exatamente um entre login, cartao e pix.'
  expect(await said(set({}))).toEqual([422, one])
  expect(await said(set({ pix: true, login: true }))).toEqual([422, one])
  const wrong = await set({ pix: 'sim' })
  expect([wrong.statusCode, wrong.json().error.details[0].path]).toEqual([422, 'pix'])
  expect((await call('PATCH', 'MercadoPago/oauth', { id: id + 1000, pix: false })).statusCode).toBe(404)
  expect(await record()).toMatchObject({ login: false, cartao: true, pix: true })
})

test('card readers change between PDV and STANDALONE, and only those of the account', async () => {
  const [gertec, newland] = (await call('GET', 'mercadoPago/points')).json()
  expect([gertec, newland]).toEqual([
    { id: 'GERTEC_MP35P__8701012151238699', operating_mode: 'STANDALONE' },
    { id: 'NEWLAND_N950__N950NCB801293324', operating_mode: 'PDV' },
  ])
  const change = (body: object) => call('POST', 'MercadoPago/pointOperation', body)
  expect((await change({ pointId: gertec.id })).json()).toEqual({ id: gertec.id, operating_mode: 'PDV' })
  expect((await change({ pointId: gertec.id })).json()).toEqual({ id: gertec.id, operating_mode: 'STANDALONE' })
  // Two who want the same end in the same.
  await Promise.all([1, 2].map(() => change({ pointId: newland.id, operating_mode: 'STANDALONE' })))
  expect((await call('GET', 'mercadoPago/points')).json()[1].operating_mode).toBe('STANDALONE')
  expect(await said(change({ pointId: '../../oauth/token' }))).toEqual([
    404,
    'Esta maquininha não está na conta do Mercado Pago desta loja.',
  ])
  expect((await change({ pointId: gertec.id, operating_mode: 'OUTRO' })).json().error.details).toMatchObject([
    { path: 'operating_mode' },
  ])
})

test('all card readers of a large account are read, page by page', async () => {
  const before = [...provider.devices]
  for (let at = 0; at < 118; at += 1)
    provider.devices.push({ id: `PAX_A910__${at}`, pos_id: at, store_id: '1', operating_mode: 'STANDALONE' })
  expect((await call('GET', 'mercadoPago/points')).json()).toHaveLength(120)
  provider.devices.splice(0, provider.devices.length, ...before)
})

test('a token that is not accepted is renewed once, by one of many; what cannot be renewed fails in sight', async () => {
  provider.expire()
  const replies = await Promise.all([1, 2, 3].map(() => call('GET', 'mercadoPago/points')))
  expect(replies.map(({ statusCode }) => statusCode)).toContain(200)
  expect((await call('GET', 'mercadoPago/points')).statusCode).toBe(200)
  there.behaviour = 'unauthorised'
  expect(await said(call('GET', 'mercadoPago/points'))).toEqual([424, 'Mercado Pago: Token inválido'])
  there.behaviour = 'normal'
  provider.expire(true)
  expect(await said(call('GET', 'mercadoPago/points'))).toEqual([424, 'Mercado Pago: Refresh token inválido'])
  expect(await record()).toMatchObject({ falha: 'A autorização não foi renovada' })
  expect(await card()).toMatchObject({ title: 'Com falha', tone: 'danger' })
  await authorisedAgain()
})

test('the job renews at half of their life, and notes since when it fails', async () => {
  const client = createIntegrationClient({ name: 'MERCADOPAGO_URL', address: there.address, timeout: 2000 })
  const job = refreshPaymentTokens(createMercadoPago(client, { id: 'a', secret: 's', site: undefined }))
  const { service, database } = server.context
  const run = () => job.run({ ...service, signal: new AbortController().signal })
  const age = (days: number) =>
    database.system.query(`UPDATE "Mercado_Pago_oauth" SET renovado_em = now() - $1::int * interval '1 day'`, [days])
  await age(89)
  const first = await record()
  await run()
  expect((await record()).renovado_em).toBe(first.renovado_em)
  await age(91)
  await run()
  expect((await record()).renovado_em > first.renovado_em).toBe(true)
  expect((await call('GET', 'mercadoPago/points')).statusCode).toBe(200)
  await age(91)
  there.behaviour = 'failing'
  await run()
  const failing = await record()
  expect(failing).toMatchObject({ falha: 'A autorização não foi renovada' })
  await run()
  expect((await record()).falha_desde).toBe(failing.falha_desde)
  there.behaviour = 'normal'
  await run()
  expect(await record()).toMatchObject({ falha: null, falha_desde: null })
  await database.system.query(`UPDATE "Mercado_Pago_oauth" SET expira_em = now() - interval '1 minute'`)
  expect(await card()).toMatchObject({ title: 'Vencido', tone: 'danger' })
  await authorisedAgain()
})

test('only owners of the store and administrators reach it, and each store its own alone', async () => {
  for (const [method, path, body] of [
    ['GET', 'mercadoPago/oauth', {}],
    ['GET', 'MercadoPago/installParams', {}],
    ['POST', 'mercadoPago/oauth', { code: 'x', state: 'y' }],
    ['PATCH', 'MercadoPago/oauth', { id: 1, pix: true }],
    ['GET', 'mercadoPago/points', {}],
    ['POST', 'MercadoPago/pointOperation', { pointId: 'x' }],
    ['DELETE', 'mercado_pago_oauth/del', {}],
    ['GET', 'Mercado_Pago_oauth', {}],
  ] as const)
    for (const token of [tokens.caixa, tokens.outra])
      expect([path, (await call(method, path, body, token)).statusCode]).toEqual([path, 403])
  expect(await record(tokens.outra, stores.theirs)).toBeUndefined()
  for (const path of ['Mercado_Pago_oauth', 'Mercado_Pago_autorizacoes', 'Mercado_Pago_Preference'])
    expect((await server.call(tokens.chefe, 'POST', `/api/${path}`, { lojaId: stores.ours })).statusCode).toBe(403)
  expect((await call('GET', 'Mercado_Pago_autorizacoes', {}, tokens.chefe)).statusCode).toBe(403)
})

test('uninstalling leaves nothing behind, and one of an older installation changes nothing', async () => {
  const { id } = await record()
  await authorisedAgain()
  expect(await said(call('DELETE', 'mercado_pago_oauth/del', { id }))).toEqual([
    409,
    'Outra pessoa mudou a instalação enquanto isso. Confira e tente de novo.',
  ])
  expect((await uninstall()).json()).toEqual({ instalado: false })
  const { rows } = await server.context.database.system.query(
    `SELECT (SELECT count(*) FROM "Mercado_Pago_oauth")::int + (SELECT count(*) FROM system.removed_secrets)::int AS left`,
  )
  expect(rows[0]).toEqual({ left: 0 })
})

test('an installation without keys says that nobody configured it', async () => {
  const bare = createMercadoPago(createIntegrationClient({ name: 'MERCADOPAGO_URL', address: undefined, timeout: 1000 }), {
    id: 'x',
    secret: 'y',
    site: undefined,
  })
  expect(bare.authorizationPage('s', 'https://loja.example')).toBeUndefined()
  await expect(bare.token('c', 'https://loja.example')).rejects.toMatchObject({ reason: 'not-configured' })
})

test('whatever ails the provider is told in words, and changes nothing', async () => {
  expect((await comeBack(await authorised())).json()).toEqual({ instalado: true })
  const before = await record()
  const moods: [StubBehaviour, string][] = [
    ['slow', 'Mercado Pago não respondeu. Tente de novo em instantes.'],
    ['missing', 'Mercado Pago: not found'],
    ['malformed', 'Mercado Pago respondeu algo que não se entende. Tente de novo em instantes.'],
    ['too-large', 'Mercado Pago respondeu algo que não se entende. Tente de novo em instantes.'],
    ['redirecting', 'Mercado Pago recusou o pedido. Confira os dados.'],
    ['throttled', 'Mercado Pago recebe chamadas demais agora. Tente de novo em instantes.'],
    ['failing', 'Mercado Pago não respondeu. Tente de novo em instantes.'],
    ['unreachable', 'Mercado Pago não respondeu. Tente de novo em instantes.'],
  ]
  for (const [mood, text] of moods) {
    there.behaviour = mood
    expect([mood, ...(await said(call('GET', 'mercadoPago/points')))]).toEqual([mood, 424, text])
  }
  there.behaviour = 'normal'
  expect(await record()).toEqual(before)
})
