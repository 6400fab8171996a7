import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostStreams } from '../../../src/server/features/events/eventStream.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let address: string
const tokens = { owner: '', other: '' }
const stores = { first: 0, second: 0 }

beforeAll(async () => {
  server = await openServer()
  const owner = await server.addUser('dono@x.br')
  const other = await server.addUser('outro@x.br')
  stores.first = await server.addStore('Primeira')
  stores.second = await server.addStore('Segunda')
  await server.tie(owner, stores.first, { type: 1 })
  await server.tie(other, stores.second, { type: 1 })
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  tokens.owner = await server.enter('dono@x.br')
  tokens.other = await server.enter('outro@x.br')
})

afterAll(() => server?.close())

interface Stream {
  readonly text: string
  until(words: string): Promise<void>
  readonly ended: Promise<void>
}

const listen = async (token: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> => {
  const reply = await fetch(`${address}/api/events`, { headers: { authorization: token, ...headers } })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const state = { text: '' }
  const read = async (): Promise<void> => {
    for await (const chunk of reply.body ?? []) state.text += Buffer.from(chunk).toString()
  }
  const ended = read().catch(() => undefined)
  return {
    get text() {
      return state.text
    },
    ended,
    until: words => expect.poll(() => state.text, { interval: 10 }).toContain(words),
  }
}

const save = (token: string, lojaId: number, nome: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/unidades',
    headers: { authorization: token, 'x-origin': 'aba-1' },
    payload: { lojaId, nome },
  })

test('a save is told to those of its store, with the tab that wrote, and to nobody else', async () => {
  const [mine, theirs] = [await listen(tokens.owner), await listen(tokens.other)]
  const saved = await save(tokens.owner, stores.first, 'kg')
  expect(saved.statusCode, saved.body).toBe(201)
  await mine.until(
    `data: ${JSON.stringify({ register: 'unidades', lojaId: stores.first, ids: [String(saved.json().id)], origin: 'aba-1' })}`,
  )
  expect((await save(tokens.other, stores.second, 'un')).statusCode).toBe(201)
  await theirs.until(`"lojaId":${stores.second}`)
  expect(theirs.text).not.toContain(`"lojaId":${stores.first}`)
})

test('who comes back hears what they missed, and what is gone; what nobody remembers is said to be missed', async () => {
  const first = await listen(tokens.owner)
  const { id } = (await save(tokens.owner, stores.first, 'cento')).json()
  await first.until(`"ids":["${id}"]`)
  const last = [...first.text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? ''
  await server.call(tokens.owner, 'DELETE', `/api/unidades/${id}?lojaId=${stores.first}`)
  await first.until('"removed"')
  const back = await listen(tokens.owner, { 'last-event-id': last })
  await back.until(`"ids":["${id}"],"removed":["${id}"]`)
  expect(back.text).not.toContain('event: missed')
  const late = await listen(tokens.owner, { 'last-event-id': 'de-outro-dia' })
  await late.until('event: missed')
  const stranger = await listen(tokens.other, { 'last-event-id': last })
  expect((await save(tokens.other, stores.second, 'milheiro')).statusCode).toBe(201)
  await stranger.until('"lojaId":'.concat(String(stores.second)))
  expect(stranger.text).not.toContain(`"lojaId":${stores.first}`)
})

test('changed definitions are told', async () => {
  const mine = await listen(tokens.owner)
  server.context.setModel({ ...server.context.service.model(), hash: 'novo' })
  await mine.until('data: {"hash":"novo"}')
})

test('whoever listens hears only of registers that they see, and of keys only where they see every record', async () => {
  const none = await server.addUser('nada@x.br')
  await server.tie(none, stores.first, { email: 'nada@x.br' })
  const boss = await listen(tokens.owner)
  const clerk = await listen(await server.enter('nada@x.br'))
  expect((await save(tokens.owner, stores.first, 'cx')).statusCode).toBe(201)
  const view = { lojaId: stores.first, titulo: 'Minha', recurso: 'unidades', endereco: '', papel: 'so_eu' }
  const made = await server.call(tokens.owner, 'POST', '/api/vistas', view)
  expect(made.statusCode, made.body).toBe(201)
  await boss.until('"register":"vistas"')
  await clerk.until('"register":"vistas"')
  expect(boss.text).toContain('"register":"unidades"')
  expect(clerk.text).not.toContain('unidades')
  expect(clerk.text).toContain(`{"register":"vistas","lojaId":${stores.first},"ids":[]}`)
  const { rowCount } = await server.context.database.system.query('DELETE FROM user_lojas WHERE "userId" = $1', [none])
  expect(rowCount).toBe(1)
  server.context.access.forget()
  await server.call(tokens.owner, 'POST', '/api/vistas', { ...view, titulo: 'Outra' })
  const last = await save(tokens.owner, stores.first, 'pc')
  await boss.until(`"ids":["${last.json().id}"]`)
  expect(clerk.text.match(/"register":"vistas"/g)).toHaveLength(1)
})

test('so many streams of a session and no more; whose session goes on in others', async () => {
  const token = await server.enter('dono@x.br')
  const streams = []
  for (let at = 0; at < mostStreams; at++) streams.push(await listen(token))
  const refused = await fetch(`${address}/api/events`, { headers: { authorization: token } })
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'too-many-streams'])
  const other = await listen(await server.enter('dono@x.br'))
  expect(other.text).toBeDefined()
  await server.call(token, 'POST', '/api/users/logout')
  for (const { ended } of streams) await ended
  await listen(await server.enter('dono@x.br'))
})

test('nothing is told while the licence is off, and streams that were open end', async () => {
  const company = await server.addUser('empresa@x.br')
  const shop = await server.addStore('Licenciada', company)
  const person = await server.addUser('gerente@x.br')
  await server.tie(person, shop, { type: 1, email: 'gerente@x.br' })
  const token = await server.enter('gerente@x.br')
  const mine = await listen(token)
  await server.context.database.system.query('UPDATE users SET block = true WHERE id = $1', [company])
  server.context.service.publish({ register: 'users', lojaId: null, ids: [String(company)] })
  await mine.ended
  const refused = await fetch(`${address}/api/events`, { headers: { authorization: token } })
  expect(refused.status).toBe(423)
})

test('a stream ends with its session', async () => {
  const token = await server.enter('dono@x.br')
  const mine = await listen(token)
  await server.call(token, 'POST', '/api/users/logout')
  await mine.ended
})

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])

const upload = (token: string, query: string, payload: Buffer, type = 'image/png') =>
  server.app.inject({
    method: 'POST',
    url: `/api/files?${query}`,
    headers: { authorization: token, 'content-type': type },
    payload,
  })

test('an image is kept and given out without a token, never as anything else', async () => {
  const reply = await upload(tokens.owner, `lojaId=${stores.first}&resource=produtos&name=Pão de queijo.PNG`, png)
  expect(reply.statusCode, reply.body).toBe(201)
  const { url } = reply.json()
  expect(url).toMatch(new RegExp(`^/files/${stores.first}/produtos/[0-9a-f-]{36}/Pao-de-queijo\\.png$`))
  const found = await server.app.inject({ url })
  expect([found.statusCode, found.headers['content-type'], found.rawPayload.equals(png)]).toEqual([200, 'image/png', true])
  expect(found.headers['cache-control']).toContain('immutable')
  expect(found.headers['x-content-type-options']).toBe('nosniff')
  expect(await readFile(join(server.context.service.dataDir, url))).toEqual(png)
})

test('what is no image, too large, of no register or of another store is refused', async () => {
  const query = `lojaId=${stores.first}&resource=produtos&name=x`
  expect((await upload(tokens.owner, query, Buffer.from('<svg onload="alert(1)"/>'.padEnd(64)))).json().error.code).toBe(
    'image-type-invalid',
  )
  expect((await upload(tokens.owner, query, Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))).json().error).toMatchObject({
    statusCode: 413,
    code: 'payload-too-large',
  })
  for (const nothing of ['nada', 'constructor', '__proto__', 'toString'])
    expect((await upload(tokens.owner, `lojaId=${stores.first}&resource=${nothing}`, png)).statusCode).toBe(404)
  expect((await upload(tokens.owner, `lojaId=${stores.second}&resource=produtos`, png)).statusCode).toBe(403)
  expect((await server.app.inject({ url: '/files/..%2f..%2fsecret.key' })).statusCode).toBeGreaterThanOrEqual(400)
})

test('every reply carries the security headers, and errors their words', async () => {
  const reply = await server.app.inject({ url: '/api/nada/nada/nada', headers: { authorization: tokens.owner } })
  expect(reply.json()).toEqual({
    error: { message: 'Endereço não encontrado.', code: 'route-unknown', statusCode: 404, details: [] },
  })
  const policy = String(reply.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  const broken = await server.app.inject({
    method: 'POST',
    url: '/api/unidades',
    headers: { authorization: tokens.owner, 'content-type': 'application/json' },
    payload: '{"nome":',
  })
  expect(broken.json().error).toMatchObject({ statusCode: 400, code: 'bad-request' })
  const large = await server.app.inject({
    method: 'POST',
    url: '/api/unidades',
    headers: { authorization: tokens.owner },
    payload: { nome: 'x'.repeat(1_100_000) },
  })
  expect(large.json().error).toMatchObject({ statusCode: 413, code: 'payload-too-large' })
})

test('an unexpected error is answered without its words, logged with the request, and kept for administrators', async () => {
  await server.context.database.asOwner(q => q.query('ALTER TABLE unidades RENAME TO unidades_away'))
  const reply = await server.call(tokens.owner, 'GET', '/api/unidades')
  await server.context.database.asOwner(q => q.query('ALTER TABLE unidades_away RENAME TO unidades'))
  expect(reply.statusCode).toBe(500)
  expect(reply.json().error).toMatchObject({ code: 'unexpected', details: [] })
  expect(reply.body).not.toContain('relation')
  const { rows } = await server.context.database.system.query('SELECT "shopId", stack, data FROM "Logs" ORDER BY id DESC LIMIT 1')
  expect(rows[0]).toMatchObject({
    stack: expect.stringContaining('unidades'),
    data: expect.stringContaining(String(reply.headers['x-request-id'])),
  })
  expect(Number(rows[0]?.shopId)).toBe(stores.first)
  expect(server.logged.join('')).toContain(String(reply.headers['x-request-id']))
  expect(server.logged.join('')).not.toContain(tokens.owner)
})

test('a server that was deaf for a while ends its streams: whoever comes again reads anew', async () => {
  const q = server.context.database.system
  const token = await server.enter('dono@x.br')
  const mine = await listen(token)
  const { rowCount } = await q.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN retaguarda'`,
  )
  expect(rowCount).toBe(1)
  await mine.ended
  const again = await listen(token)
  const saved = await save(token, stores.first, 'dz')
  await again.until(`"ids":["${saved.json().id}"]`)
})
