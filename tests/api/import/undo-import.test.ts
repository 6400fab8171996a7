import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

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
  Number((await server.context.database.system.query('SELECT count(*)::int AS n FROM ncms')).rows[0]?.n)

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

test('undoing an import of products takes back what it made on the way, and its initial stock', async () => {
  const store = Number((await server.context.database.system.query('SELECT min(id) AS id FROM lojas')).rows[0]?.id)
  const headers = { authorization: owner, 'x-action': randomUUID() }
  const post = (path: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/imports/produtos-importar${path}?lojaId=${store}`, headers, payload })
  await server.context.database.system.query(
    `INSERT INTO ncms (id, ex, tipo, descricao, nacional, importado, estadual, municipal) VALUES ('24022000', '', 0, 'C', 1, 1, 1, 1)
      ON CONFLICT DO NOTHING`,
  )
  const product = (code: number) => ({
    cod_prod: String(code),
    desc_prod: `P${code}`,
    preco_vnd_prod: 1,
    grupo: code < 3 ? 'Primeiro' : 'Segundo',
    unidade: 'un',
    impressora: 'Bar',
  })
  const stored: { id: number; estoque_prod: number }[] = []
  for (const codes of [
    [1, 2],
    [3, 4],
  ]) {
    const reply = (await post('', { rows: codes.map(product) })).json()
    expect(reply).toMatchObject({ saved: 2, failed: 0 })
    stored.push(...reply.rows.map(({ id }: { id: number }) => ({ id, estoque_prod: 2 })))
    // At each stop what came in since is added to the same list.
    expect((await post('/concluir', { rows: stored.slice(-2) })).json()).toMatchObject({ register: 'inventarios', count: 2 })
  }
  const count = async (table: string): Promise<number> =>
    Number((await server.context.database.system.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n)
  const tables = ['produtos', 'grupos', 'unidades', 'impostos', 'impressoras', 'inventarios']
  const counts = (): Promise<number[]> => Promise.all(tables.map(count))
  expect(await counts()).toEqual([4, 2, 1, 1, 1, 1])
  // Called by its products, although groups and the like were made before them.
  const [listed] = (await server.call(owner, 'GET', `/api/atividade?lojaId=${store}&limit=1`)).json()
  expect(listed).toMatchObject({ id: headers['x-action'], rotulo: expect.stringMatching(/^Produtos: P1 e mais \d+$/) })
  const { json } = await server.call(owner, 'POST', `/api/atividade/${headers['x-action']}/desfazer`, { lojaId: store })
  expect(json()).toMatchObject({ recusados: [] })
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0])
})
