import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let token: string
let other: string
let store: number

beforeAll(async () => {
  server = await openServer()
  const owner = await server.addUser('dona@x.br')
  const second = await server.addUser('outra@x.br')
  store = await server.addStore('Loja')
  await server.tie(owner, store, { type: 1, email: 'dona@x.br' })
  await server.tie(second, store, { type: 1, email: 'outra@x.br' })
  token = await server.enter('dona@x.br')
  other = await server.enter('outra@x.br')
})
afterAll(() => server?.close())

const send = (key: string, payload: object, url = '/api/unidades', method: 'POST' | 'PATCH' | 'DELETE' = 'POST', who = token) =>
  server.app.inject({ method, url, payload, headers: { authorization: who, 'idempotency-key': key } })

const count = async (nome: string): Promise<number> => {
  const { rows } = await server.context.database.system.query('SELECT count(*)::int AS n FROM unidades WHERE nome LIKE $1', [
    nome,
  ])
  return Number(rows[0]?.n)
}

test('the first answer is given again, with the action it belonged to', async () => {
  const key = randomUUID()
  const first = await send(key, { lojaId: store, nome: 'UM' })
  const again = await send(key, { lojaId: store, nome: 'UM' })
  expect(first.statusCode).toBe(201)
  expect(again.statusCode).toBe(201)
  expect(again.body).toBe(first.body)
  expect(again.headers['x-action']).toBe(first.headers['x-action'])
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect(await count('UM')).toBe(1)
})

test('a key stands for one request only; another person\u2019s key is another', async () => {
  const key = randomUUID()
  await send(key, { lojaId: store, nome: 'DOIS' })
  const mixed = await send(key, { lojaId: store, nome: 'TRES' })
  expect([mixed.statusCode, mixed.json().error.code]).toEqual([422, 'idempotency-mismatch'])
  const theirs = await send(key, { lojaId: store, nome: 'TRES' }, '/api/unidades', 'POST', other)
  expect(theirs.statusCode).toBe(201)
  expect((await send('com espaço', { nome: 'X' })).statusCode).toBe(400)
})

test('a refusal is not kept: asked again, it is worked out anew', async () => {
  const key = randomUUID()
  const body = { lojaId: store, nome: 'QUATRO', desconhecido: 1 }
  expect((await send(key, body)).statusCode).toBe(422)
  expect((await send(key, body)).statusCode).toBe(422)
  const { rows } = await server.context.database.system.query('SELECT 1 FROM system.idempotency WHERE key = $1', [key])
  expect(rows).toEqual([])
})

test('concurrent duplicates are applied once and all get the same answer', async () => {
  for (let round = 0; round < 5; round++) {
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(key, { lojaId: store, nome: `C${round}` })))
    expect(new Set(replies.map(reply => reply.body)).size).toBe(1)
    expect(replies.filter(reply => reply.headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    expect(await count(`C${round}`)).toBe(1)
  }
})

test('a duplicate waits for the first; where that takes long it is told to come again', async () => {
  const key = randomUUID()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: taken, resolve: start } = Promise.withResolvers<void>()
  const first = server.context.database.asOwner(async q => {
    const userId = (await q.query(`SELECT id FROM users WHERE email = 'dona@x.br'`)).rows[0]?.id
    await q.query(`INSERT INTO system.idempotency ("lojaId", "userId", key, request, status) VALUES ($3, $1, $2, 'x', 0)`, [
      userId,
      key,
      store,
    ])
    start()
    await held
    throw new Error('taken back')
  })
  await taken
  const waiting = await send(key, { lojaId: store, nome: 'ESPERA' })
  expect([waiting.statusCode, waiting.json().error.code, waiting.headers['retry-after']]).toEqual([409, 'in-progress', '1'])
  release()
  await expect(first).rejects.toThrow('taken back')
  expect((await send(key, { lojaId: store, nome: 'ESPERA' })).statusCode).toBe(201)
})

test('changes, removals and imports too', async () => {
  const { id, version } = (await send(randomUUID(), { lojaId: store, nome: 'MUDA' })).json()
  const key = randomUUID()
  const change = { lojaId: store, nome: 'MUDOU', version }
  expect((await send(key, change, `/api/unidades/${id}`, 'PATCH')).json()).toMatchObject({ version: 2 })
  expect((await send(key, change, `/api/unidades/${id}`, 'PATCH')).json()).toMatchObject({ version: 2 })
  const removal = randomUUID()
  const url = `/api/unidades/${id}?lojaId=${store}`
  expect((await send(removal, {}, url, 'DELETE')).json()).toMatchObject({ count: 1 })
  expect((await send(removal, {}, url, 'DELETE')).json()).toMatchObject({ count: 1 })
  const rows = { lojaId: store, rows: [{ id: '11112222', nacional: 1, importado: 1, estadual: 1, municipal: 1 }] }
  const run = randomUUID()
  const first = await send(run, rows, '/api/imports/ncms-importar')
  expect(first.json()).toMatchObject({ saved: 1, rows: [{ status: 'created' }] })
  expect((await send(run, rows, '/api/imports/ncms-importar')).body).toBe(first.body)
})

test('the browsers hear of a kept write once it stands', async () => {
  const heard: string[] = []
  server.context.eventBus.subscribe(news => void (news.kind === 'change' && heard.push(news.change.register)))
  await send(randomUUID(), { lojaId: store, nome: 'OUVE' })
  await expect.poll(() => heard).toContain('unidades')
})
