import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemoOnce } from '../../../src/server/start/loadDemoOnce.ts'
import { openAsServer } from '../fixtures/modelDatabase.ts'
import { reportSearch } from '../fixtures/reportSearch.ts'
import { isSpread } from '../fixtures/scratchDatabase.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** What one store reads is asked of the machine that has the store; a server that reaches the first machine alone shows the same. */
const distributed = await isSpread()

let direct: TestServer
let around: TestServer
let token = ''
const stores = [1, 2, 3]

const get = async (server: TestServer, path: string): Promise<[number, unknown]> => {
  const reply = await server.call(token, 'GET', `/api/${path}`)
  return [reply.statusCode, reply.json()]
}

/** What both show. What counts minutes until now may differ by one, once. */
async function expectAlike(path: string): Promise<unknown> {
  const both = async (): Promise<[number, unknown][]> => [await get(direct, path), await get(around, path)]
  const [there, through] = await both()
  if (JSON.stringify(there) === JSON.stringify(through)) return there?.[1]
  const [again, same] = await both()
  expect([path, again]).toEqual([path, same])
  return again?.[1]
}

/** How many connections the machines of the stores were asked by. */
const askedDirectly = async (): Promise<number> => {
  const { rows } = await direct.house.database.system.query<{ result: string }>(
    `SELECT result FROM run_command_on_workers($$SELECT count(*) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'SELECT FROM pg_dist_placement%'$$)`,
  )
  return rows.reduce((sum, { result }) => sum + Number(result), 0)
}

const poolOf = (server: TestServer) => server.house.database.connections().find(({ pool }) => pool === 'stores')

describe.skipIf(!distributed)('what one store reads', () => {
  beforeAll(async () => {
    direct = await openServer()
    await loadDemoOnce(direct.house, true)
    const database = await openAsServer({ url: direct.house.database.url }, false)
    around = await openServer(undefined, { database: { database, drop: async () => undefined } })
    token = (await direct.login('admin@demo.com.br', 'demo1234')).json().id
  }, 600_000)

  afterAll(async () => {
    await around?.close()
    await direct?.close()
  })

  test('is asked of its machine, once that is known', async () => {
    const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: 1 }, limit: 3 }))
    await expect
      .poll(async () => {
        await get(direct, `produtos?filter=${filter}`)
        return askedDirectly()
      })
      .toBeGreaterThan(0)
    expect(poolOf(direct)?.open).toBeGreaterThan(0)
    expect(poolOf(around)).toBeUndefined()
  })

  test('is of that store alone, whatever the statement says', async () => {
    const { rows } = await direct.house.database.system.query<{ stores: number[] }>(
      `SELECT array_agg(s ORDER BY s) AS stores FROM unnest($1::bigint[]) s GROUP BY get_shard_id_for_distribution_column('produtos', s)`,
      [Array.from({ length: 20 }, (_, at) => at + 1)],
    )
    // A store that shares its shard with others.
    const [mine = 0, other = 0] = rows.find(({ stores: all }) => all.length > 1)?.stores.map(Number) ?? []
    for (const id of [mine, other])
      await direct.house.database.system.query(
        `INSERT INTO lojas (id, nome_fantasia) OVERRIDING SYSTEM VALUE VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        [id, `Loja ${id}`],
      )
    for (const id of [mine, other])
      await direct.house.database.system.query(`INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'só daqui')`, [id])
    const seen = (scope: number) =>
      direct.house.database.read({ stores: [scope] }, async q => {
        const found = await q.query<{ store: string }>('SELECT DISTINCT "lojaId" AS store FROM unidades')
        return found.rows.map(({ store }) => Number(store))
      })
    const before = await askedDirectly()
    for (const id of [mine, other, mine]) expect(await seen(id)).toEqual([id])
    await expect.poll(() => seen(mine).then(askedDirectly)).toBeGreaterThanOrEqual(before)
  })

  test('is what the first machine would have given: lists, searches and records of every register', async () => {
    let opened = 0
    for (const lojaId of stores) {
      const filter = encodeURIComponent(JSON.stringify({ where: { lojaId }, limit: 5 }))
      for (const { name, scope } of Object.values(direct.house.service.model().registers)) {
        if (scope !== 'store') continue
        const rows = await expectAlike(`${name}?lojaId=${lojaId}&filter=${filter}`)
        await expectAlike(`${name}?lojaId=${lojaId}&q=a&filter=${filter}`)
        await expectAlike(`${name}/count?lojaId=${lojaId}&where=${encodeURIComponent(JSON.stringify({ lojaId }))}`)
        const [one] = Array.isArray(rows) ? (rows as { id: number }[]) : []
        if (one) await expectAlike(`${name}/${one.id}?lojaId=${lojaId}`)
        if (one) opened++
      }
    }
    expect(opened).toBeGreaterThan(60)
  }, 900_000)

  test('and every report', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const given = { from: `${Number(today.slice(0, 4)) - 1}-01-01`, to: today, person: 1, product: 1 }
    let shown = 0
    for (const query of Object.values(direct.house.service.model().queries)) {
      if (query.scope !== 'store') continue
      for (const which of ['needed', 'all'] as const) {
        const search = reportSearch(query, which, given)
        search.set('lojaId', '1')
        const body = await expectAlike(`${query.path}?${search}`)
        if (JSON.stringify(body).length > 100) shown++
      }
    }
    expect(shown).toBeGreaterThan(20)
  }, 900_000)
})
