import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** A picture that was replaced is gone from its address at once; taking the change back brings it back. */

let server: TestServer
const stores = { ours: 0, theirs: 0 }
let [ours, theirs] = ['', '']

beforeAll(async () => {
  server = await openServer()
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  ours = await server.enterStore('ana', stores.ours, { type: 1 })
  theirs = await server.enterStore('bia', stores.theirs, { type: 1 })
})
afterAll(() => server?.close())

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)])
const send = async (token: string, resource = 'grupos'): Promise<string> => {
  const sent = await server.app.inject({
    method: 'POST',
    url: `/api/files?resource=${resource}&name=foto.png`,
    headers: { authorization: token, 'content-type': 'image/png' },
    payload: png,
  })
  expect(sent.statusCode, sent.body).toBe(201)
  return sent.json().url
}
const status = async (...urls: readonly string[]): Promise<number[]> => {
  const found: number[] = []
  for (const url of urls) found.push((await server.app.inject({ method: 'GET', url })).statusCode)
  return found
}
let made = 0
const make = async (token: string, fotoUrl: string): Promise<number> => {
  made += 1
  const reply = await server.call(token, 'POST', '/api/grupos', { nome: `Grupo ${made}`, fotoUrl })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().id
}
const change = async (token: string, id: number, fotoUrl: string | null): Promise<void> => {
  const reply = await server.call(token, 'PATCH', `/api/grupos/${id}`, { fotoUrl })
  expect(reply.statusCode, reply.body).toBe(200)
}
const takeBack = async (token: string, lojaId: number): Promise<void> => {
  const { rows } = await server.context.database.system.query<{ id: string }>(
    'SELECT id FROM system.actions WHERE "lojaId" = $1 AND "undoneBy" IS NULL AND undoes IS NULL ORDER BY "createdAt" DESC LIMIT 1',
    [lojaId],
  )
  const reply = await server.call(token, 'POST', `/api/atividade/${rows[0]?.id}/desfazer`, { lojaId })
  expect(reply.json()).toMatchObject({ recusados: [] })
}

test('replaced, emptied and removed with its record it is gone, and undo brings each back', async () => {
  const [first, second] = [await send(ours), await send(ours)]
  const id = await make(ours, first)
  await change(ours, id, second)
  expect(await status(first, second)).toEqual([404, 200])
  await takeBack(ours, stores.ours)
  expect(await status(first, second)).toEqual([200, 404])
  await change(ours, id, null)
  expect(await status(first)).toEqual([404])
  await takeBack(ours, stores.ours)
  expect(await status(first)).toEqual([200])
  expect((await server.call(ours, 'DELETE', `/api/grupos/${id}`)).statusCode).toBe(200)
  expect(await status(first)).toEqual([404])
  await takeBack(ours, stores.ours)
  expect(await status(first)).toEqual([200])
})

test('one that another record names stays, whatever register it is of', async () => {
  const url = await send(ours)
  const [one, other] = [await make(ours, url), await make(ours, url)]
  await change(ours, one, null)
  expect(await status(url)).toEqual([200])
  await change(ours, other, null)
  expect(await status(url)).toEqual([404])
  await change(ours, other, url)
  expect(await status(url)).toEqual([200])
})

test("nobody takes another store's picture away by naming it", async () => {
  const url = await send(theirs)
  await make(theirs, url)
  const id = await make(ours, await send(ours))
  const named = await server.call(ours, 'PATCH', `/api/grupos/${id}`, { fotoUrl: url })
  expect([named.statusCode, named.json().error.code]).toEqual([422, 'image-elsewhere'])
  await server.context.database.system.query('UPDATE grupos SET "fotoUrl" = $2 WHERE id = $1', [id, url])
  await change(ours, id, null)
  expect(await status(url)).toEqual([200])
})

test('the history calls it by the name of its file', async () => {
  const id = await make(ours, await send(ours))
  await change(ours, id, await send(ours))
  const lines = await server.call(ours, 'GET', `/api/grupos/${id}/historico?lojaId=${stores.ours}`)
  expect(lines.statusCode, lines.body).toBe(200)
  expect(lines.body).toContain('"fromText":"foto.png","toText":"foto.png"')
})
