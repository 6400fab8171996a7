import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import { notificationReceiver } from '../../../src/server/plugin.ts'
import { createQuotaCounter } from '../../../src/server/quotas/quotaCounter.ts'
import { productModel } from '../fixtures/product.ts'
import { createSalesStore, saleOf } from '../fixtures/sales.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The quotas of stores and their people: counted, told in headers and in words, seen and raised by administrators, each store by itself. */

const quota = (title: string, store: number, user?: number) => ({
  title,
  per: 'day' as const,
  store,
  ...(user === undefined ? {} : { user }),
})
const product = productModel()
const model: Model = {
  ...product,
  limits: {
    ...product.limits,
    quotas: {
      calls: quota('Chamadas', 60, 40),
      rows: quota('Linhas criadas', 5),
      exports: quota('Exportações', 3),
      notifications: quota('Notificações', 4),
      unsaved: { title: 'Não salvos', store: 1, user: 2 },
      files: { title: 'Arquivos', store: 2, user: 3 },
    },
  },
}

const handled: string[] = []
const receiver = notificationReceiver<null>({
  name: 'banco',
  partner: 'Banco Teste',
  admit: async ({ body }) => ({ kind: 'saldo', account: 'conta', content: null, ...JSON.parse(body.toString('utf8')) }),
  handle: async ({ id }) => void handled.push(id),
})

let server: TestServer
let chief = ''
const stores = { ours: 0, theirs: 0 }
beforeAll(async () => {
  server = await openServer(model, { quotas: true, plugins: [async () => ({ name: 'banco', receivers: [receiver] })] })
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  await server.addUser('chefe@x.br', { admin: true })
  chief = await server.enter('chefe@x.br')
})
afterAll(() => server?.close())

const read = (token: string) => server.call(token, 'GET', '/api/grupos/list')
const listed = async (): Promise<Record<string, unknown>[]> => {
  await server.context.service.quotas?.flush()
  return (await server.call(chief, 'GET', '/api/loja_cotas/list')).json()
}
const rowOf = async (loja: number, cota: string) => (await listed()).find(row => row.loja === loja && row.cota === cota)

test('calls of a person and of a store are counted, told with each reply, and refused in words', async () => {
  const [ana, bia, theirs] = [
    await server.enterStore('ana', stores.ours, { type: 1 }),
    await server.enterStore('bia', stores.ours, { type: 1 }),
    await server.enterStore('cai', stores.theirs, { type: 1 }),
  ]
  const first = await read(ana)
  expect([first.statusCode, first.headers['ratelimit-policy']]).toEqual([
    200,
    '"calls-user";q=40;w=86400, "calls-store";q=60;w=86400',
  ])
  expect(first.headers.ratelimit).toMatch(/^"calls-user";r=39;t=\d+, "calls-store";r=59;t=\d+$/)
  for (let at = 1; at < 40; at += 1) expect((await read(ana)).statusCode).toBe(200)
  const refused = await read(ana)
  const { message, code } = refused.json().error
  expect([refused.statusCode, code]).toEqual([429, 'quota.user-used'])
  expect(message).toMatch(/^Você usou o que uma pessoa tem de 'Chamadas' \(40\)\. Volta às \d\d:\d\d\.$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  for (let at = 0; at < 20; at += 1) expect((await read(bia)).statusCode).toBe(200)
  expect((await read(bia)).json().error.code).toBe('quota.store-used')
  expect((await read(theirs)).statusCode).toBe(200)
  expect(await rowOf(stores.ours, 'calls')).toMatchObject({ uso: 60, padrao: 60, limite: null })
})

test('administrators alone see what stores use and give one more, which counts at once', async () => {
  const bia = (await server.login('bia@x.br')).json().id
  for (const method of ['GET', 'POST'] as const)
    expect(
      (await server.call(bia, method, `/api/loja_cotas${method === 'GET' ? '/list' : ''}`, method === 'GET' ? undefined : {}))
        .statusCode,
    ).not.toBe(200)
  const row = await rowOf(stores.ours, 'calls')
  const raised = await server.call(chief, 'PATCH', `/api/loja_cotas/${row?.id}`, { limite: 1000, motivo: 'Migração' })
  expect(raised.statusCode, raised.body).toBe(200)
  await expect.poll(async () => (await read(bia)).statusCode).toBe(200)
  const made = await server.call(chief, 'POST', '/api/loja_cotas', { loja: stores.theirs, cota: 'exports', limite: 10 })
  expect(made.statusCode, made.body).toBe(201)
  const twice = await server.call(chief, 'POST', '/api/loja_cotas', { loja: stores.theirs, cota: 'exports', limite: 20 })
  expect([twice.statusCode, twice.body]).toEqual([422, expect.stringContaining('Altere o limite nela')])
  const wrong = await server.call(chief, 'POST', '/api/loja_cotas', { loja: stores.theirs, cota: 'nada', limite: -1 })
  expect(
    wrong
      .json()
      .error.details.map(({ path }: { path: string }) => path)
      .sort(),
  ).toEqual(['cota', 'limite'])
})

test('exports and new rows have an end for a day, and another store has its own', async () => {
  const [ours, theirs] = [
    await server.enterStore('dia', stores.ours, { type: 1 }),
    await server.enterStore('eva', stores.theirs, { type: 1 }),
  ]
  const file = async (token: string) => (await server.call(token, 'GET', '/api/grupos/exportar')).statusCode
  expect([await file(ours), await file(ours), await file(ours), await file(ours)]).toEqual([200, 200, 200, 429])
  expect(await file(theirs)).toBe(200)
  const { headers } = await server.call(theirs, 'GET', '/api/grupos/exportar')
  expect([headers['ratelimit-policy'], headers.ratelimit]).toEqual([
    expect.stringContaining('"exports-store";q=10;w=86400'),
    expect.stringContaining('"exports-store";r=8;'),
  ])
  const make = async (token: string, at: number) => server.call(token, 'POST', '/api/grupos', { nome: `Grupo ${at}` })
  for (let at = 0; at < 5; at += 1) {
    const reply = await make(ours, at)
    expect(reply.statusCode, reply.body).toBe(201)
  }
  expect((await make(ours, 5)).json().error.message).toContain("Esta loja usou o que tem de 'Linhas criadas' (5)")
  expect((await make(theirs, 0)).statusCode).toBe(201)
  expect((await read(ours)).json()).toHaveLength(5)
})

test('rows that points of sale send count as well: above the quota nothing is written, what stands is no news', async () => {
  const { database } = server.context.service
  const counter = await createSalesStore({ database })
  const token = await server.enterStore('caixa', counter.store, { type: 2, caixa_operar: true })
  const sell = (chave: string) =>
    server.call(token, 'POST', '/api/Movimentos/save', { lojaId: counter.store, ...saleOf(counter, { chave }) })
  expect((await sell('a')).json()).toMatchObject({ status: 'created' })
  const refused = await sell('b')
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'quota.store-used'])
  expect((await sell('a')).json()).toMatchObject({ status: 'unchanged' })
  const { rows } = await database.system.query('SELECT chave FROM "Movimentos" WHERE "lojaId" = $1', [counter.store])
  expect(rows).toEqual([{ chave: 'a' }])
})

const picture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(400_000)])
const send = (token: string, store?: number) =>
  server.app.inject({
    method: 'POST',
    url: `/api/files?resource=grupos&name=foto.png${store === undefined ? '' : `&lojaId=${store}`}`,
    headers: { authorization: token, 'content-type': 'image/png' },
    payload: picture,
  })

test('pictures that nobody saves have an end; saved ones make room, up to what the store may keep', async () => {
  const [ours, theirs] = [
    await server.enterStore('fia', stores.ours, { type: 1 }),
    await server.enterStore('gil', stores.theirs, { type: 1 }),
  ]
  const all = await Promise.all(Array.from({ length: 6 }, () => send(ours)))
  expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 413, 413, 413, 413])
  const refused = all.find(({ statusCode }) => statusCode === 413)
  expect(refused?.json().error.message).toBe(
    'Há 1 MB de fotos e arquivos enviados e ainda não salvos nesta loja; o máximo são 1 MB. Salve os cadastros abertos e envie de novo.',
  )
  expect((await send(theirs)).statusCode).toBe(201)
  const [kept] = (await read(ours)).json()
  const save = (fotoUrl: string) => server.call(ours, 'PATCH', `/api/grupos/${kept.id}`, { fotoUrl })
  for (const reply of all.filter(({ statusCode }) => statusCode === 201))
    expect((await save(reply.json().url)).statusCode).toBe(200)
  await expect.poll(async () => (await send(ours)).statusCode, { timeout: 20_000 }).toBe(201)
  expect((await send(ours)).statusCode).toBe(201)
  await expect.poll(async () => (await send(ours)).json().error.code, { timeout: 20_000 }).toBe('quota.unsaved-full')
  expect(await rowOf(stores.ours, 'files')).toMatchObject({ uso: 2, padrao: 2 })
  expect(await rowOf(stores.ours, 'unsaved')).toMatchObject({ uso: 1, padrao: 1 })
})

test('a person has an end in all stores together, is told it, and another goes on', async () => {
  const [first, second] = [await server.addStore('Primeira'), await server.addStore('Segunda')]
  for (const loja of [first, second])
    for (const cota of ['unsaved', 'files'])
      expect((await server.call(chief, 'POST', '/api/loja_cotas', { loja, cota, limite: 3 })).statusCode).toBe(201)
  const person = await server.addUser('hal@x.br')
  for (const store of [first, second]) await server.tie(person, store, { email: 'hal@x.br', type: 1 })
  const hal = await server.enter('hal@x.br')
  const sent = await send(hal, first)
  expect(sent.statusCode, sent.body).toBe(201)
  const policy = '"unsaved-user";q=3000000;qu="content-bytes", "unsaved-store";q=3000000;qu="content-bytes"'
  expect(sent.headers['ratelimit-policy']).toContain(policy)
  expect(sent.headers.ratelimit).toContain(`"unsaved-user";r=${3_000_000 - picture.length}, "unsaved-store";r=`)
  const all = await Promise.all(Array.from({ length: 8 }, (_, at) => send(hal, at % 2 === 0 ? second : first)))
  expect(all.map(({ statusCode }) => statusCode).filter(status => status === 201)).toHaveLength(6)
  const refused = all.find(({ statusCode }) => statusCode === 413)
  expect(refused?.json().error).toMatchObject({
    code: 'quota.unsaved-full-user',
    message:
      'Há 3 MB de fotos e arquivos que você enviou e ainda não salvou; o máximo são 3 MB por pessoa. Salve os cadastros abertos e envie de novo.',
  })
  expect(refused?.headers.ratelimit).toMatch(/"unsaved-user";r=1\d{5}, /)
  const ivo = await server.enterStore('ivo', second, { type: 1 })
  expect((await send(ivo, second)).statusCode).toBe(201)
})

test('notifications of a store have an end, which every attempt counts in; another store is heard', async () => {
  const notify = (id: string, lojaId: number) =>
    server.app.inject({ method: 'POST', url: '/api/notificacoes/banco', payload: { id, lojaId } })
  for (const id of ['n-1', 'n-2']) {
    expect((await notify(id, stores.ours)).statusCode).toBe(200)
    await server.context.notificationWorkers.get('banco')?.deliver()
  }
  const refused = await notify('n-3', stores.ours)
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'quota.store-used'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await notify('n-4', stores.theirs)).statusCode).toBe(200)
  await server.context.notificationWorkers.get('banco')?.deliver()
  expect(handled).toEqual(['n-1', 'n-2', 'n-4'])
})

test('servers that count apart tell each other', async () => {
  const { service, database } = server.context
  const open = () => createQuotaCounter({ q: database.system, log: service.log, model: () => model, savedFiles: async () => [] })
  const [a, b] = [open(), open()]
  const who = { userId: 0, storeId: 987, zone: 'America/Sao_Paulo' }
  a.spend('exports', who, 2)
  await a.flush()
  b.spend('exports', who)
  await b.flush()
  expect(() => b.spend('exports', who)).toThrow(expect.objectContaining({ statusCode: 429, code: 'quota.store-used' }))
  await a.flush()
  await a.close()
  await b.close()
  expect(await rowOf(987, 'exports')).toMatchObject({ uso: 3 })
})
