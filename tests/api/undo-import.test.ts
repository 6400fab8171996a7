import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from './server.ts'

let server: TestServer
let owner: string

const ROWS = Number(process.env.UNDO_ROWS ?? 10_000)
const BATCH = 250

beforeAll(async () => {
  server = await openServer()
  const dona = await server.addUser('dona@x.br', { admin: true })
  const store = await server.addStore('Loja')
  await server.tie(dona, store, { type: 1, email: 'dona@x.br' })
  owner = await server.enter('dona@x.br')
})
afterAll(() => server?.close())

const rows = (from: number) =>
  Array.from({ length: BATCH }, (_, at) => ({
    id: String(10_000_000 + from + at),
    descricao: `Linha ${from + at}`,
    nacional: 1,
    importado: 1,
    estadual: 1,
    municipal: 1,
  }))

const many = async (): Promise<number> =>
  Number((await server.house.database.system.query('SELECT count(*)::int AS n FROM ncms')).rows[0]?.n)

test('a whole import is one action, undone and redone with flat memory; what changed since stays', {
  timeout: 600_000,
}, async () => {
  const action = randomUUID()
  const headers = { authorization: owner, 'x-action': action }
  for (let from = 0; from < ROWS; from += BATCH)
    await server.app.inject({ method: 'POST', url: '/api/imports/ncms-importar', headers, payload: { rows: rows(from) } })
  expect(await many()).toBe(ROWS)
  const listed = (await server.call(owner, 'GET', '/api/atividade?limit=1')).json()
  expect(listed).toMatchObject([
    { id: action, tipo: 'importar', registros: [{ register: 'ncms', count: ROWS }], podeDesfazer: true },
  ])
  await server.call(owner, 'PATCH', '/api/ncms/10000007', { descricao: 'Minha' })
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed - before)
  }, 20)
  const start = performance.now()
  const undone = (await server.call(owner, 'POST', `/api/atividade/${action}/desfazer`, {})).json()
  const seconds = (performance.now() - start) / 1000
  expect(undone).toMatchObject({ desfeitos: ROWS - 1, total: ROWS, recusados: [{ id: '10000007', rotulo: expect.any(String) }] })
  expect(await many()).toBe(1)
  const again = performance.now()
  const redone = (await server.call(owner, 'POST', `/api/atividade/${undone.acaoId}/desfazer`, {})).json()
  clearInterval(watch)
  expect(redone).toMatchObject({ desfeitos: ROWS - 1, recusados: [] })
  expect(await many()).toBe(ROWS)
  const rate = (time: number): number => Math.round(ROWS / time)
  console.info(
    `undo of ${ROWS} rows: ${rate(seconds)} rows/s, redo ${rate((performance.now() - again) / 1000)} rows/s, heap +${Math.round(peak / 1e6)} MB`,
  )
  expect(peak / 1e6).toBeLessThan(250)
})
