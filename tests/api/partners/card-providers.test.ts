import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPagarme } from '../../../src/plugins/cardProviders/pagarme/pagarme.ts'
import { bringPayments } from '../../../src/plugins/cardProviders/pagarme/refreshPayments.ts'
import { createPagarmeStub, type StubOrder, stubOrder } from '../../../src/plugins/cardProviders/pagarme/stubServer.ts'
import { stubPagbankAnswer } from '../../../src/plugins/cardProviders/pagbank/stubServer.ts'
import { openCardProviders } from '../../../src/plugins/cardProviders/server.ts'
import { createIntegrationClient } from '../../../src/server/integrations/integrationClient.ts'
import { type StubBehaviour, type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Stone by way of Pagar.me, and PagBank: installed, tested, failing, notified of payments, cancelling them, uninstalled without leaving anything. */

const flagDefinitions = JSON.parse(readFileSync('schemas/permissions/flags.schema.json', 'utf8'))

let server: TestServer
let stone: StubServer
let bank: StubServer
const account = createPagarmeStub()
const tokens = { dona: '', caixa: '', outra: '', chefe: '' }
const stores = { ours: 0, theirs: 0 }
const credentials = { accountId: 'acc_jZkdN857et650oNv', secretKey: 'sk_segredo_da_stone' }
const password = 'senha-das-notificacoes'
/** Set where an answer is lost after the provider has done what it was asked. */
let losesAnswersTo = ''
/** Done once, while a provider is asked. */
let meanwhile: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  stone = await startStubServer(async asked => {
    const answer = account.answer(asked)
    await changeMeanwhile()
    return asked.method === losesAnswersTo ? { status: 502 } : answer
  })
  bank = await startStubServer(async asked => {
    const answer = stubPagbankAnswer(asked)
    await changeMeanwhile()
    return answer
  })
  server = await openServer(undefined, {
    plugins: [openCardProviders],
    env: { PAGARME_URL: stone.address, PAGBANK_URL: bank.address },
  })
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  const flags = Object.fromEntries(Object.keys(flagDefinitions.properties).map(flag => [flag, true]))
  tokens.dona = await server.enterStore('dona', stores.ours, { type: 1 })
  tokens.caixa = await server.enterStore('caixa', stores.ours, flags)
  tokens.outra = await server.enterStore('outra', stores.theirs, { type: 1 })
  await server.addUser('chefe@x.br', { admin: true })
  tokens.chefe = await server.enter('chefe@x.br')
})
afterAll(async () => {
  await server?.close()
  await Promise.all([stone?.close(), bank?.close()])
})
afterEach(() => {
  for (const one of [stone, bank]) one.behaviour = 'normal'
  losesAnswersTo = ''
})

const changeMeanwhile = async (): Promise<void> => {
  const change = meanwhile
  meanwhile = undefined
  await change?.()
}
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}, token = tokens.dona, lojaId = stores.ours) =>
  method === 'GET'
    ? server.call(token, 'GET', `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${lojaId}`)
    : server.call(token, method, `/api/${path}`, { lojaId, ...body })
const said = async (asked: ReturnType<typeof call>): Promise<[number, string]> => {
  const { statusCode, body } = await asked
  const { error } = JSON.parse(body)
  return [statusCode, error?.details?.[0] ? `${error.details[0].path}: ${error.details[0].message}` : (error?.message ?? '')]
}
const card = async (screen: string) => (await call('GET', 'telas/integracoes/estados')).json()[screen]
const record = async (register: string) => (await call('GET', register)).json()[0]
const payments = async (token = tokens.caixa): Promise<Record<string, unknown>[]> =>
  (await call('GET', 'ConnectStone/list', {}, token)).json()
const payment = async (pedido: string) => (await payments()).find(one => one.pedido === pedido)

describe.each([
  ['Pagarme_auth', 'Stone', 'stone-pagarme-config', 'ConnectStone/test', credentials, 'secretKey', 'sk_errada_mesmo'],
  ['Pagbank_auth', 'PagBank', 'pagbank-config', 'Pagbank_auth/test', { token: 'token-do-pagbank' }, 'token', 'token-errado'],
] as const)('%s', (register, partner, screen, testPath, typed, secret, wrong) => {
  const there = () => (partner === 'Stone' ? stone : bank)

  test('is installed, tested, and told without its key', async () => {
    expect(await said(call('GET', testPath))).toEqual([404, `${partner} não está instalado nesta loja.`])
    expect(await card(screen)).toEqual({ title: 'Não instalado', tone: 'neutral', since: null })
    expect((await call('POST', `${register}/save`, typed)).json()).toEqual({ instalado: true })
    expect((await call('GET', testPath)).json()).toEqual({ success: true })
    const installed = await record(register)
    expect(installed).toMatchObject({ falha: null, testado_em: expect.any(String) })
    expect(await card(screen)).toMatchObject({ title: 'Instalado', tone: 'positive' })
    const { rows } = await server.context.database.system.query<{ all: string }>(
      `SELECT (SELECT string_agg(r::text, '') FROM "${register}" r) || coalesce((SELECT string_agg(h::text, '') FROM user_logs h), '')
         || coalesce((SELECT string_agg(q::text, '') FROM system.queue q), '') AS all`,
    )
    const csv = await call('GET', `${register}/exportar?formato=csv`)
    const everywhere = [rows[0]?.all, JSON.stringify(installed), csv.body, server.logged.join()].join('\n')
    expect(everywhere).not.toContain(Object(typed)[secret])
    expect(everywhere).not.toContain(Buffer.from(`${Object(typed)[secret]}:`).toString('base64'))
  })

  test('a key that is refused is told in words, and the card says since when', async () => {
    await call('POST', `${register}/save`, { ...typed, [secret]: wrong })
    const [status, text] = await said(call('GET', testPath))
    expect([status, text.startsWith(`${partner}: `)]).toEqual([424, true])
    expect(await record(register)).toMatchObject({ falha: 'A chave não é aceita' })
    expect(await card(screen)).toMatchObject({ title: 'Com falha', tone: 'danger', since: expect.any(String) })
    await call('POST', `${register}/save`, typed)
    expect(await card(screen)).toMatchObject({ title: 'Instalado' })
    // Nobody has tested these yet.
    expect(await record(register)).toMatchObject({ falha: null, testado_em: null })
  })

  test('a key that is refused while another takes its place says nothing of that one', async () => {
    await call('POST', `${register}/save`, { ...typed, [secret]: wrong })
    meanwhile = () => call('POST', `${register}/save`, typed)
    expect((await call('GET', testPath)).statusCode).toBe(424)
    expect(await record(register)).toMatchObject({ falha: null, falha_desde: null })
  })

  test('whatever ails the provider is told in words, and says nothing of the key', async () => {
    const moods: [StubBehaviour, string][] = [
      ['throttled', `${partner} recebe chamadas demais agora. Tente de novo em instantes.`],
      ['missing', `${partner}: not found`],
      ['malformed', `${partner} respondeu algo que não se entende. Tente de novo em instantes.`],
      ['redirecting', `${partner} recusou o pedido. Confira os dados.`],
      ['failing', `${partner} não respondeu. Tente de novo em instantes.`],
      ['unreachable', `${partner} não respondeu. Tente de novo em instantes.`],
    ]
    for (const [mood, text] of moods) {
      there().behaviour = mood
      expect([mood, ...(await said(call('GET', testPath)))]).toEqual([mood, 424, text])
    }
    expect(await record(register)).toMatchObject({ falha: null })
    // A provider that keeps failing is told at the card, too.
    await expect.poll(() => card(screen)).toMatchObject({ tone: 'danger' })
  })

  test('only owners and administrators reach it, and nobody another store', async () => {
    for (const [method, path, body] of [
      ['POST', `${register}/save`, typed],
      ['GET', testPath, {}],
      ['DELETE', `${register}/del`, {}],
      ['GET', register, {}],
    ] as const)
      for (const token of [tokens.caixa, tokens.outra]) expect((await call(method, path, body, token)).statusCode).toBe(403)
    expect((await call('GET', 'telas/integracoes/estados', {}, tokens.caixa)).statusCode).toBe(403)
    expect((await server.call(tokens.outra, 'GET', `/api/${register}?lojaId=${stores.theirs}`)).json()).toEqual([])
  })
})

test('one that says nothing at all is waited for so long and no longer', async () => {
  await untilAnswers()
  stone.behaviour = 'slow'
  expect(await said(call('GET', 'ConnectStone/test'))).toEqual([424, 'Stone não respondeu. Tente de novo em instantes.'])
  expect((await call('GET', 'produtos/list')).statusCode).toBe(200)
}, 60_000)

test('what no key can be is refused at its field', async () => {
  const refused = (typed: object) => said(call('POST', 'Pagarme_auth/save', typed))
  expect(await refused({ secretKey: credentials.secretKey })).toEqual([422, 'accountId: Obrigatório'])
  for (const accountId of ['acc_1', 'conta_jZkdN857et', `acc_${'x'.repeat(500)}`])
    expect(await refused({ ...credentials, accountId })).toEqual([422, 'accountId: Conteúdo inválido'])
  for (const secretKey of ['sk_1', 'pk_segredo_da_stone'])
    expect(await refused({ ...credentials, secretKey })).toEqual([422, 'secretKey: Conteúdo inválido'])
  expect(await said(call('POST', 'Pagbank_auth/save', { token: 'curto' }))).toEqual([422, 'token: Conteúdo inválido'])
})

test('payments are brought when asked for and by the hour, once each, for who sees reports of the counter', async () => {
  await untilAnswers()
  expect((await call('POST', 'ConnectStone/atualizar', {}, tokens.caixa)).json()).toEqual({ alterados: 4 })
  expect((await call('POST', 'ConnectStone/atualizar', {}, tokens.caixa)).json()).toEqual({ alterados: 0 })
  expect(await payment('or_demo1')).toMatchObject({
    codigo: 'Mesa 1',
    tipo: 'Débito',
    terminalSN: '6C582501',
    valor: 20.9,
    status: 'paid',
    createdAt: orderOf('or_demo1').created_at,
  })
  expect((await payments()).map(({ status }) => status).sort()).toEqual(['canceled', 'paid', 'paid', 'pending'])
  account.orders.push(
    ...Array.from({ length: 70 }, (_, at) => stubOrder(10 + at / 10, 'paid', { id: `or_muitos${at}`, charges: [] })),
  )
  const client = createIntegrationClient({ name: 'PAGARME_URL', address: stone.address, timeout: 4000 })
  const { service } = server.context
  await bringPayments(createPagarme(client)).run({ ...service, signal: new AbortController().signal })
  expect((await call('GET', 'ConnectStone/list?filter={"limit":100}', {}, tokens.caixa)).headers['content-count']).toBe('74')
  account.orders.splice(4)
  // One that cannot be read is told, and the others are here all the same.
  account.orders.unshift(stubOrder(7, 'paid', { amount: 10.5 }))
  account.orders.push(stubOrder(8, 'paid'))
  expect(await said(call('POST', 'ConnectStone/atualizar'))).toEqual([424, expect.stringContaining('algo que não se entende')])
  expect(await payment('or_demo8')).toMatchObject({ status: 'paid' })
  account.orders.shift()
  account.orders.splice(4)
  expect((await call('GET', 'ConnectStone/list', {}, tokens.outra)).statusCode).toBe(403)
  expect((await call('GET', 'ConnectStone/list', {}, tokens.outra, stores.theirs)).json()).toEqual([])
  expect(await said(call('POST', 'ConnectStone/atualizar', {}, tokens.outra, stores.theirs))).toEqual([
    404,
    'Stone não está instalado nesta loja.',
  ])
})

const orderOf = (id: string): StubOrder => {
  const found = account.orders.find(one => one.id === id)
  if (!found) throw new Error(id)
  return found
}
/** After the moods of a provider its circuit is open for a while. */
const untilAnswers = () =>
  expect.poll(async () => (await call('GET', 'ConnectStone/test')).statusCode, { interval: 500 }).toBe(200)
const pay = (id: string): void => {
  const order = orderOf(id)
  order.status = 'paid'
  order.closed = true
  order.charges = [{ id: `ch_${id.slice(3)}`, amount: order.amount, status: 'paid', payment_method: 'credit_card' }]
  account.touch(order)
}
const address = async () => new URL((await record('Pagarme_auth')).avisos_endereco).pathname
const basic = (user: string, secret: string): string => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
const notify = async (
  id: string,
  type: string,
  data: object,
  authorization = basic(credentials.accountId, password),
  url?: string,
) =>
  server.app.inject({
    method: 'POST',
    url: url ?? (await address()),
    headers: { authorization, 'content-type': 'application/json' },
    payload: JSON.stringify({ id, type, account: { id: credentials.accountId, name: 'Nossa' }, data }),
  })
const handleAll = async (): Promise<void> => {
  await server.context.notificationWorkers.get('pagarme')?.deliver()
}

test('a notification that its password proves brings the payment as the provider has it now', async () => {
  expect((await notify('hook_0', 'order.paid', { id: 'or_demo3' })).statusCode).toBe(401)
  expect(await said(call('POST', 'Pagarme_auth/senhaAvisos', { avisos_senha: 'curta' }))).toEqual([
    422,
    'avisos_senha: Conteúdo inválido',
  ])
  expect((await call('POST', 'Pagarme_auth/senhaAvisos', { avisos_senha: password })).statusCode).toBe(200)
  pay('or_demo3')
  // It says "canceled"; the provider, asked, says that it is paid.
  expect((await notify('hook_1', 'order.canceled', { id: 'or_demo3', status: 'canceled' })).statusCode).toBe(200)
  await handleAll()
  expect(await payment('or_demo3')).toMatchObject({ status: 'paid' })
  const asked = stone.requests.length
  expect((await notify('hook_1', 'order.canceled', { id: 'or_demo3' })).statusCode).toBe(200)
  await handleAll()
  expect(stone.requests.length).toBe(asked)
  // A charge leads to its order.
  account.orders.push(stubOrder(5, 'paid'))
  await notify('hook_2', 'charge.paid', { id: 'ch_demo5', status: 'paid' })
  await handleAll()
  expect(await payment('or_demo5')).toMatchObject({ status: 'paid', valor: 24.9 })
})

test('a wrong password, another address and what is no notification are refused or kept for administrators', async () => {
  for (const authorization of ['', basic(credentials.accountId, 'outra-senha-qualquer'), basic('acc_outra', password)])
    expect((await notify('hook_3', 'order.paid', { id: 'or_demo1' }, authorization)).statusCode).toBe(401)
  expect((await notify('sem numero', 'order.paid', {})).statusCode).toBe(400)
  // A password that was changed counts from then on, and the one before no more.
  const other = 'outra-senha-das-notificacoes'
  const setPassword = (text: string) => call('POST', 'Pagarme_auth/senhaAvisos', { avisos_senha: text })
  expect((await setPassword(other)).statusCode).toBe(200)
  expect((await notify('hook_5', 'order.paid', { id: 'or_demo1' })).statusCode).toBe(401)
  expect((await notify('hook_5', 'order.paid', { id: 'or_demo1' }, basic(credentials.accountId, other))).statusCode).toBe(200)
  expect((await setPassword(password)).statusCode).toBe(200)
  const stranger = `/api/notificacoes/pagarme/${stores.ours}-0b6f8c1e-1111-4222-8333-444455556666`
  expect((await notify('hook_4', 'order.paid', { id: 'or_demo1', customer: { name: 'Fulana' } }, '', stranger)).statusCode).toBe(
    200,
  )
  const kept = (await server.call(tokens.chefe, 'GET', '/api/notificacao_parceiros/list')).json()
  expect(kept).toMatchObject([{ parceiro: 'Stone', aviso: 'hook_4', conta: credentials.accountId, situacao: 'DESCONHECIDA' }])
  expect(JSON.stringify(kept)).not.toContain('Fulana')
})

test('an older answer never overwrites a newer one', async () => {
  const order = orderOf('or_demo5')
  const newest = order.updated_at
  order.status = 'pending'
  order.charges = []
  order.updated_at = new Date(new Date(newest).getTime() - 1000).toISOString()
  await notify('hook_5', 'order.updated', { id: 'or_demo5' })
  await handleAll()
  expect(await payment('or_demo5')).toMatchObject({ status: 'paid' })
  pay('or_demo5')
})

test('while the provider is away a notification waits, and a refused key is told', async () => {
  stone.behaviour = 'unauthorised'
  await notify('hook_6', 'order.paid', { id: 'or_demo2' })
  await handleAll()
  expect(await card('stone-pagarme-config')).toMatchObject({ title: 'Com falha' })
  stone.behaviour = 'normal'
  account.touch(orderOf('or_demo2'))
  await server.context.database.system.query(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'notification:pagarme'`)
  await handleAll()
  const { rows } = await server.context.database.system.query(`SELECT FROM system.queue WHERE queue = 'notification:pagarme'`)
  expect(rows).toEqual([])
  expect(await card('stone-pagarme-config')).toMatchObject({ title: 'Instalado' })
})

const cancel = async (pedido: string, token = tokens.caixa) =>
  call('POST', 'ConnectStone/cancelar', { connectStoneId: (await payment(pedido))?.id }, token)
const stoneCalls = (method: string) => stone.requests.filter(asked => asked.method === method).length

test('a paid payment is given back, one that waits leaves the terminal, and neither twice', async () => {
  expect((await cancel('or_demo1')).json()).toMatchObject({ status: 'canceled' })
  expect(await payment('or_demo1')).toMatchObject({ status: 'canceled', cancelamento_por: 'caixa@x.br' })
  expect(await said(cancel('or_demo1'))).toEqual([400, 'Este pagamento já foi cancelado.'])
  account.orders.push(stubOrder(6, 'pending'))
  await call('POST', 'ConnectStone/atualizar')
  expect((await cancel('or_demo6')).json()).toMatchObject({ status: 'canceled' })
  expect(orderOf('or_demo6')).toMatchObject({ closed: true, status: 'canceled' })
  expect(await said(call('POST', 'ConnectStone/cancelar', { connectStoneId: 999_999 }))).toEqual([
    404,
    'Registro não encontrado.',
  ])
  // Somebody of another store reaches nothing of it.
  const ours = (await payment('or_demo2'))?.id
  expect((await call('POST', 'ConnectStone/cancelar', { connectStoneId: ours }, tokens.outra)).statusCode).toBe(403)
  expect((await call('POST', 'ConnectStone/cancelar', { connectStoneId: ours }, tokens.outra, stores.theirs)).statusCode).toBe(
    404,
  )
  expect(orderOf('or_demo2').status).toBe('paid')
})

test('where the answer to a cancellation is lost, the provider is asked again and nothing is cancelled twice', async () => {
  losesAnswersTo = 'DELETE'
  expect(await said(cancel('or_demo2'))).toEqual([424, 'Stone não respondeu. Tente de novo em instantes.'])
  expect(await payment('or_demo2')).toMatchObject({ status: 'paid' })
  losesAnswersTo = ''
  await server.context.database.system.query(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'pagarme'`)
  await Promise.all(server.context.workers.map(worker => worker.deliver()))
  expect(await payment('or_demo2')).toMatchObject({ status: 'canceled' })
  // The same where somebody tries again before that.
  losesAnswersTo = 'DELETE'
  await cancel('or_demo3')
  losesAnswersTo = ''
  const before = stoneCalls('DELETE')
  expect((await cancel('or_demo3')).json()).toMatchObject({ status: 'canceled' })
  expect(stoneCalls('DELETE')).toBe(before)
})

test('uninstalling leaves no key, payments stay, and notifications are nobody’s any more', async () => {
  const url = await address()
  const before = (await payments()).length
  expect((await call('DELETE', 'Pagarme_auth/del')).json()).toEqual({ instalado: false })
  expect((await call('DELETE', 'Pagbank_auth/del')).json()).toEqual({ instalado: false })
  expect(await said(call('DELETE', 'Pagarme_auth/del'))).toEqual([404, 'Stone não está instalado nesta loja.'])
  const { rows } = await server.context.database.system.query(
    `SELECT (SELECT count(*) FROM "Pagarme_auth")::int + (SELECT count(*) FROM "Pagbank_auth")::int + (SELECT count(*) FROM system.removed_secrets)::int AS left`,
  )
  expect(rows[0]).toEqual({ left: 0 })
  expect((await payments()).length).toBe(before)
  expect((await notify('hook_9', 'order.paid', { id: 'or_demo1' }, basic(credentials.accountId, password), url)).statusCode).toBe(
    200,
  )
  const kept = (await server.call(tokens.chefe, 'GET', '/api/notificacao_parceiros/list')).json()
  expect(kept[0]).toMatchObject({ aviso: 'hook_9', situacao: 'DESCONHECIDA' })
  for (const secret of [credentials.secretKey, password]) expect(server.logged.join()).not.toContain(secret)
})
