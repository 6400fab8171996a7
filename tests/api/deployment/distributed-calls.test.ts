import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoreScope } from '../../../src/server/database/queries.ts'
import type { ServerDatabase } from '../../../src/server/database/serverDatabase.ts'
import { openAsServer } from '../fixtures/modelDatabase.ts'
import { reportSearch } from '../fixtures/reportSearch.ts'
import { createSalesStore, type SalesStore, saleOf } from '../fixtures/sales.ts'
import { isSpread } from '../fixtures/scratchDatabase.ts'
import type { TestServer } from '../fixtures/testServer.ts'
import { openTwoServers, type TwoServers } from '../fixtures/twoServers.ts'

/** Work of one store asks the machine that has it, and no other: on several machines every statement over all of them costs as many as there are shards. */
const distributed = await isSpread()

let both: TwoServers
let server: TestServer
let token = ''
let counter: SalesStore
const lojaId = 1

/** The database refuses statements over several shards in work for one store. */
const heldToOneShard = (database: ServerDatabase): ServerDatabase => {
  const held = <T extends ServerDatabase['read']>(work: T): ServerDatabase['read'] => {
    return (scope, run) =>
      work(scope, async q => {
        if (isOne(scope)) await q.query(`SET LOCAL citus.multi_task_query_log_level = 'error'`)
        return run(q)
      })
  }
  return {
    ...database,
    read: held(database.read),
    write: held(database.write),
    readSnapshot: (scope, limits, run) =>
      database.readSnapshot(scope, limits, async q => {
        if (isOne(scope)) await q.query(`SET LOCAL citus.multi_task_query_log_level = 'error'`)
        return run(q)
      }),
  }
}

const isOne = (scope: StoreScope): boolean => scope !== 'all' && scope.stores.length === 1

const get = async (path: string): Promise<{ status: number; body: unknown }> => {
  const reply = await server.call(token, 'GET', `/api/${path}`)
  return { status: reply.statusCode, body: reply.statusCode === 200 ? reply.json() : reply.body }
}

describe.skipIf(!distributed)('a call of one store', () => {
  beforeAll(async () => {
    both = await openTwoServers(async url => heldToOneShard(await openAsServer({ url })))
    ;({ second: server, token } = both)
    counter = await createSalesStore(both.first.context, 'Outra')
  }, 600_000)

  afterAll(() => both?.close())

  test('lists, opens and changes records of every register', async () => {
    const filter = encodeURIComponent(JSON.stringify({ where: { lojaId }, limit: 3 }))
    const broken: unknown[] = []
    let [opened, changed] = [0, 0]
    for (const { name, scope, fields } of Object.values(server.context.service.model().registers)) {
      if (scope !== 'store') continue
      const listed = await get(`${name}?lojaId=${lojaId}&filter=${filter}`)
      if (listed.status >= 500) broken.push([name, listed.body])
      const [one] = listed.status === 200 ? (listed.body as { id: number }[]) : []
      if (!one) continue
      const record = await get(`${name}/${one.id}?lojaId=${lojaId}`)
      if (record.status >= 500) broken.push([name, one.id, record.body])
      if (record.status !== 200) continue
      opened++
      for (const field of fields.filter(({ readOnly, compute }) => !readOnly && !compute)) {
        const value = (record.body as Record<string, unknown>)[field.name]
        if (typeof value !== 'string') continue
        const change = { lojaId, [field.name]: `${value}.` }
        const saved = await server.call(token, 'PATCH', `/api/${name}/${one.id}?lojaId=${lojaId}`, change)
        if (saved.statusCode >= 500) broken.push([name, change, saved.body])
        if (saved.statusCode !== 200) continue
        changed++
        break
      }
    }
    expect(broken).toEqual([])
    expect([opened, changed]).toEqual([expect.toSatisfy(count => count > 30), expect.toSatisfy(count => count > 15)])
  }, 600_000)

  test('searches, saves and changes', async () => {
    const [product] = (await get(`produtos?lojaId=${lojaId}&filter=${encodeURIComponent('{"limit":1}')}`)).body as [
      { id: number },
    ]
    expect((await get(`produtos?lojaId=${lojaId}&q=pizza&filter=${encodeURIComponent('{"limit":10}')}`)).status).toBe(200)
    const { body } = await get(`produtos/${product.id}?lojaId=${lojaId}`)
    const { desc_prod, grupoId, unidadeId, impostoId, ncmId, preco_vnd_prod, appPreco } = body as Record<string, unknown>
    const made = { lojaId, cod_prod: 987_654, desc_prod, grupoId, unidadeId, impostoId, ncmId, preco_vnd_prod, appPreco }
    const saved = await server.call(token, 'POST', `/api/produtos?lojaId=${lojaId}`, made)
    expect([saved.statusCode, saved.statusCode === 201 || saved.body]).toEqual([201, true])
    const change = { lojaId, preco_vnd_prod: 12.5 }
    const changed = await server.call(token, 'PATCH', `/api/produtos/${saved.json().id}?lojaId=${lojaId}`, change)
    expect([changed.statusCode, changed.json().preco_vnd_prod]).toEqual([200, 12.5])
  }, 600_000)

  test('takes sales in with their sums', async () => {
    const movimentos = [saleOf(counter, { chave: 'uma-loja' })]
    const reply = await server.call(token, 'POST', '/api/Movimentos/lote', { lojaId: counter.store, movimentos })
    expect([reply.statusCode, reply.statusCode === 200 ? reply.json().recebidos : reply.body]).toEqual([200, 1])
  }, 600_000)

  test('shows every report', async () => {
    const broken: unknown[] = []
    const given = { from: '2026-01-01', to: '2026-12-31', person: 1, product: 1 }
    for (const query of Object.values(server.context.service.model().queries)) {
      if (query.scope !== 'store') continue
      const search = reportSearch(query, 'all', given)
      search.set('lojaId', String(lojaId))
      const { status, body } = await get(`${query.path}?${search}`)
      if (status >= 500) broken.push([query.name, body])
    }
    expect(broken).toEqual([])
  }, 600_000)
})
