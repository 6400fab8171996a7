import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let token = ''
let admin = ''
const stores = { ours: 0, theirs: 0 }

beforeAll(async () => {
  server = await openServer()
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  await server.tie(await server.addUser('dona@x.br'), stores.ours, { type: 1, email: 'dona@x.br' })
  await server.addUser('admin@x.br', { admin: true })
  token = await server.enter('dona@x.br')
  admin = await server.enter('admin@x.br')
})
afterAll(() => server?.close())

const group = (fotoUrl: string) =>
  server.call(token, 'POST', '/api/grupos', { lojaId: stores.ours, nome: fotoUrl.slice(-20), fotoUrl })

test('a picture that was sent to the store is kept, also by another record', async () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])
  const sent = await server.app.inject({
    method: 'POST',
    url: `/api/files?lojaId=${stores.ours}&resource=grupos&name=Pão`,
    headers: { authorization: token, 'content-type': 'image/png' },
    payload: png,
  })
  const { url } = sent.json()
  const saved = await group(url)
  expect([saved.statusCode, saved.json().fotoUrl]).toEqual([201, url])
  const changed = await server.call(token, 'PATCH', `/api/grupos/${saved.json().id}`, { lojaId: stores.ours, fotoUrl: null })
  expect([changed.statusCode, changed.json().fotoUrl]).toEqual([200, null])
  expect((await server.call(token, 'PATCH', `/api/loja_perfil/${stores.ours}`, { fotoUrl: url })).statusCode).toBe(200)
})

const file = 'produtos/4f3c2b1a-0000-4000-8000-00000000abcd/a.png'

test.each([
  ['a path that climbs', () => '/files/../../secret.key'],
  ['a path that climbs later', () => `/files/${stores.ours}/produtos/../../../secret.key`],
  ['an encoded path', () => `/files/${stores.ours}/produtos/%2e%2e/secret.key`],
  ['an empty step', () => `/files/${stores.ours}//${file}`],
  ['a query behind it', () => `/files/${stores.ours}/${file}?x=1`],
  ['a file of another store', () => `/files/${stores.theirs}/${file}`],
  ['no store', () => `/files/${file}`],
  ['a page elsewhere', () => 'https://evil.example/x.png'],
  ['a page elsewhere without encryption', () => 'http://evil.example/x.png'],
  ['a script', () => 'javascript:alert(1)'],
])('%s is no picture of the store', async (_, url) => {
  for (const reply of [
    await group(url()),
    await server.call(token, 'POST', '/api/loja_perfil/save', { lojaId: stores.ours, id: stores.ours, fotoUrl: url() }),
  ]) {
    expect(reply.statusCode, reply.body).toBe(422)
    const [detail] = reply.json().error.details
    expect(detail.path).toBe('fotoUrl')
    expect(['image-invalid', 'image-elsewhere', 'content-invalid']).toContain(detail.code)
  }
})

test('the administrator gives a store one of its own', async () => {
  const url = `/files/${stores.theirs}/lojas/4f3c2b1a-0000-4000-8000-00000000abcd/a.png`
  const saved = await server.call(admin, 'PATCH', `/api/lojas/${stores.theirs}`, { fotoUrl: url })
  expect(saved.statusCode, saved.body).toBe(200)
})
