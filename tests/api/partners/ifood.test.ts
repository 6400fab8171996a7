import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createIFood } from '../../../src/plugins/ifood/ifood.ts'
import { refreshTokens } from '../../../src/plugins/ifood/refreshTokens.ts'
import { openIFood } from '../../../src/plugins/ifood/server.ts'
import { authorisationOf, createIFoodStub } from '../../../src/plugins/ifood/stubServer.ts'
import { createIntegrationClient } from '../../../src/server/integrations/integrationClient.ts'
import { type StubBehaviour, type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** iFood: installed by a code, authorised, asked for its stores, renewed, failing, and uninstalled without leaving anything behind. */

let server: TestServer
let there: StubServer
const platform = createIFoodStub()
const tokens = { dona: '', caixa: '', outra: '', chefe: '' }
const stores = { ours: 0, theirs: 0 }
/** Done while a refused token is being renewed. */
let whileRenewed: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  there = await startStubServer(async asked => {
    const isRenewal = asked.steps.at(-1) === 'token'
    if (!isRenewal && whileRenewed) return { status: 401, body: { error: { message: 'Token expirado' } } }
    if (isRenewal) await whileRenewed?.()
    return platform.answer(asked, there.address)
  })
  server = await openServer(undefined, {
    plugins: [openIFood],
    env: { IFOOD_URL: there.address, IFOOD_CLIENT_ID: 'cliente', IFOOD_CLIENT_SECRET: 'segredo-do-ifood' },
  })
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  const person = async (name: keyof typeof tokens, lojaId: number, values: object): Promise<void> => {
    tokens[name] = await server.enterStore(name, lojaId, values)
  }
  await person('dona', stores.ours, { type: 1 })
  await person('caixa', stores.ours, { cadastros_ver: true, cardapio_digital_ver: true, pdv_relatorios: true })
  await person('outra', stores.theirs, { type: 1 })
  await server.addUser('chefe@x.br', { admin: true })
  tokens.chefe = await server.enter('chefe@x.br')
})
afterAll(async () => {
  await server?.close()
  await there?.close()
})
afterEach(() => {
  there.behaviour = 'normal'
})

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}, token = tokens.dona, lojaId = stores.ours) =>
  method === 'GET'
    ? server.call(token, 'GET', `/api/${path}?lojaId=${lojaId}`)
    : server.call(token, method, `/api/${path}`, { lojaId, ...body })
const said = async (asked: ReturnType<typeof call>): Promise<[number, string]> => {
  const { statusCode, body } = await asked
  return [statusCode, JSON.parse(body).error?.message ?? '']
}
const install = () => call('POST', 'IFood/oauth/userCode')
const authorise = (authorizationCode: string) => call('POST', 'IFood/oauth/token', { authorizationCode })
const record = async () => (await call('GET', 'IFood_oauth')).json()[0]
const installed = async (): Promise<void> => {
  const { userCode } = (await install()).json()
  expect((await authorise(authorisationOf(userCode))).statusCode).toBe(200)
}
const card = async () => (await call('GET', 'telas/integracoes/estados')).json().ifood

test('a store is installed by a code and authorised by the one that the portal shows', async () => {
  expect(await said(authorise('x'))).toEqual([404, 'O iFood não está instalado nesta loja.'])
  expect(await card()).toEqual({ title: 'Não instalado', tone: 'neutral', since: null })
  const { userCode, verificationUrlComplete } = (await install()).json()
  expect(verificationUrlComplete).toBe(`${there.address}/autorizar?userCode=${userCode}`)
  expect(there.requests.at(-1)?.headers['content-type']).toContain('application/x-www-form-urlencoded')
  expect((await record()).userCodeJson).toEqual({ userCode, verificationUrlComplete })
  expect(await card()).toMatchObject({ title: 'Aguardando autorização', tone: 'warning' })
  expect(await said(authorise('ERRADO'))).toEqual([424, 'iFood: Código de autorização inválido'])
  expect((await authorise(authorisationOf(userCode))).json()).toEqual({ instalado: true })
  expect(await said(install())).toEqual([409, 'O iFood já está autorizado nesta loja. Desinstale antes de instalar de novo.'])
  expect((await call('GET', 'IFood/merchants/status')).json()).toEqual([
    {
      id: 'm-1',
      name: 'Cantina Bella Massa',
      operation: 'DELIVERY',
      situacao: 'Loja aberta',
      subtitle: 'Dentro do horário de funcionamento',
      status: [
        {
          operation: 'DELIVERY',
          available: true,
          message: { title: 'Loja aberta', subtitle: 'Dentro do horário de funcionamento' },
        },
      ],
    },
  ])
  expect(await card()).toMatchObject({ title: 'Autorizado', tone: 'positive' })
})

test('tokens are sealed and told nowhere', async () => {
  const { rows } = await server.context.database.system.query<{ all: string }>(
    `SELECT (SELECT string_agg(r::text, '') FROM "IFood_oauth" r) || coalesce((SELECT string_agg(h::text, '') FROM user_logs h), '') AS all`,
  )
  const everywhere = [
    rows[0]?.all ?? '',
    JSON.stringify(await record()),
    (await server.call(tokens.dona, 'GET', `/api/IFood_oauth/exportar?lojaId=${stores.ours}&formato=csv`)).body,
    server.logged.join('\n'),
  ].join('\n')
  expect(everywhere).not.toMatch(/acesso-|renovacao-|segredo-do-ifood/)
  expect((await record()).tokenJson).toEqual({ expiresIn: 21_600 })
})

test('a token that is not accepted is renewed once; what cannot be renewed says so', async () => {
  platform.expire()
  expect(await said(call('GET', 'IFood/merchants/status'))).toEqual([424, 'iFood: Refresh token inválido'])
  expect((await call('DELETE', 'IFood_oauth/del')).json()).toEqual({ instalado: false })
  await installed()
})

test('uninstalled while its token is renewed, a store has no token again', async () => {
  whileRenewed = () => call('DELETE', 'IFood_oauth/del')
  const reply = await said(call('GET', 'IFood/merchants/status'))
  whileRenewed = undefined
  expect(reply).toEqual([404, 'O iFood não está instalado nesta loja.'])
  expect((await call('GET', 'IFood_oauth')).json()).toEqual([])
  await installed()
})

test('the job renews at half of their life, and notes since when it fails', async () => {
  const client = createIntegrationClient({ name: 'IFOOD_URL', address: there.address, timeout: 2000 })
  const job = refreshTokens(createIFood(client, { id: 'cliente', secret: 'segredo' }))
  const { service, database } = server.context
  const run = () => job.run({ ...service, signal: new AbortController().signal })
  const first = await record()
  await run()
  expect((await record()).renovado_em).toBe(first.renovado_em)
  const age = () =>
    database.system.query(
      `UPDATE "IFood_oauth" SET renovado_em = now() - interval '4 hours', expira_em = now() + interval '2 hours'`,
    )
  await age()
  await run()
  expect((await record()).renovado_em > first.renovado_em).toBe(true)
  await age()
  platform.expire()
  await run()
  expect(await record()).toMatchObject({ falha: 'A autorização não foi renovada' })
  expect(await card()).toMatchObject({ title: 'Com falha', tone: 'danger' })
  await database.system.query(`UPDATE "IFood_oauth" SET expira_em = now() - interval '1 minute'`)
  expect(await card()).toMatchObject({ title: 'Vencido', tone: 'danger' })
  await call('DELETE', 'IFood_oauth/del')
  await installed()
})

test('whatever ails the platform is told in words, and changes nothing', async () => {
  const before = await record()
  const moods: [StubBehaviour, string][] = [
    ['missing', 'iFood: not found'],
    ['malformed', 'iFood respondeu algo que não se entende. Tente de novo em instantes.'],
    ['unauthorised', 'iFood: Token inválido'],
    ['failing', 'iFood não respondeu. Tente de novo em instantes.'],
    ['redirecting', 'iFood recusou o pedido. Confira os dados.'],
  ]
  for (const [mood, text] of moods) {
    there.behaviour = mood
    expect([mood, ...(await said(call('GET', 'IFood/merchants/status')))]).toEqual([mood, 424, text])
  }
  expect(await record()).toEqual(before)
})

test('what was authorised before the members had names of their own still is', async () => {
  const { system } = server.context.database
  const before = await record()
  await system.query(
    `ALTER TABLE "IFood_oauth" ADD "userCode" text, ADD "verificationUrlComplete" text, ADD "expiresIn" integer, DROP "userCodeJson", DROP "tokenJson"`,
  )
  await system.query(
    `UPDATE "IFood_oauth" SET "userCode" = 'ABCD-1234', "verificationUrlComplete" = 'https://p.br/x', "expiresIn" = 21600`,
  )
  const migration = readFileSync('schemas/migrations/IFood_oauth-members.sql', 'utf8')
  await system.query(migration)
  expect(await record()).toEqual({
    ...before,
    userCodeJson: { userCode: 'ABCD-1234', verificationUrlComplete: 'https://p.br/x' },
    tokenJson: { expiresIn: 21_600 },
  })
  // Again it changes nothing.
  await system.query(migration)
  expect((await record()).tokenJson).toEqual({ expiresIn: 21_600 })
})

test('only owners of the store and administrators reach it', async () => {
  for (const [method, path] of [
    ['POST', 'IFood/oauth/userCode'],
    ['POST', 'IFood/oauth/token'],
    ['GET', 'IFood/merchants/status'],
    ['DELETE', 'IFood_oauth/del'],
    ['GET', 'IFood_oauth'],
  ] as const)
    for (const token of [tokens.caixa, tokens.outra])
      expect((await call(method, path, { authorizationCode: 'x' }, token)).statusCode).toBe(403)
  const all = (await server.call(tokens.chefe, 'GET', '/api/IFood_oauth')).json()
  expect(all.map(({ lojaId }: { lojaId: number }) => lojaId)).toEqual([stores.ours])
  for (const path of ['IFood_oauth/save', 'IFood_oauth'])
    expect((await server.call(tokens.chefe, 'POST', `/api/${path}`, { lojaId: stores.ours, userCode: 'x' })).statusCode).toBe(403)
})

test('two who install and authorise at once end in one installation, and uninstalling leaves nothing', async () => {
  await call('DELETE', 'IFood_oauth/del')
  await Promise.all([install(), install(), install()])
  expect((await call('GET', 'IFood_oauth')).json()).toHaveLength(1)
  const code = authorisationOf((await record()).userCodeJson.userCode)
  const replies = await Promise.all([authorise(code), authorise(code)])
  // The later one is refused by us where the first has ended, else by the portal, whose code is good once.
  const [first, second] = replies.map(({ statusCode }) => statusCode).sort()
  expect(first).toBe(200)
  expect([409, 424]).toContain(second)
  expect((await call('DELETE', 'IFood_oauth/del')).statusCode).toBe(200)
  expect(await said(call('DELETE', 'IFood_oauth/del'))).toEqual([404, 'O iFood não está instalado nesta loja.'])
  const { rows } = await server.context.database.system.query(
    `SELECT (SELECT count(*) FROM "IFood_oauth")::int + (SELECT count(*) FROM system.removed_secrets)::int AS left`,
  )
  expect(rows[0]).toEqual({ left: 0 })
})
