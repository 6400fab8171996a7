import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitorOf } from '../../../src/server/access/visitor.ts'
import { holdInStore } from '../../../src/server/database/holdInStore.ts'
import type { Database, Queries } from '../../../src/server/database/queries.ts'
import { bindToTransaction } from '../../../src/server/http/idempotency/bindToTransaction.ts'
import { tableOf } from '../../../src/server/query/table.ts'
import type { Service } from '../../../src/server/service.ts'
import { saveOneRecord } from '../../../src/server/write/saveRecords.ts'
import { withUnitOfWork } from '../../../src/server/write/unitOfWork.ts'
import { openAsServer } from '../fixtures/modelDatabase.ts'
import { reportSearch } from '../fixtures/reportSearch.ts'
import { isSpread } from '../fixtures/scratchDatabase.ts'
import type { TestServer } from '../fixtures/testServer.ts'
import { openTwoServers, type TwoServers } from '../fixtures/twoServers.ts'

/** Work of one store goes to the machine that has it; a server that reaches the first machine alone shows the same. */
const distributed = await isSpread()

let both: TwoServers
/** Asks the machines of the stores. */
let direct: TestServer
/** Asks the first machine alone. */
let around: TestServer
let token = ''
const stores = [1, 2, 3]

const get = async (server: TestServer, path: string): Promise<[number, unknown]> => {
  const reply = await server.call(token, 'GET', `/api/${path}`)
  return [reply.statusCode, reply.json()]
}

/** A record of the first store. */
async function newest(register: string): Promise<Record<string, unknown>> {
  const filter = JSON.stringify({ where: { lojaId: 1 }, limit: 1 })
  const [, [found]] = (await get(around, `${register}?filter=${encodeURIComponent(filter)}`)) as [
    number,
    [Record<string, unknown>],
  ]
  return found
}

/** Expects both to show the same. Minutes until now may differ by one, once. */
async function expectAlike(path: string): Promise<unknown> {
  const ask = async (): Promise<[number, unknown][]> => [await get(direct, path), await get(around, path)]
  const [there, through] = await ask()
  if (JSON.stringify(there) === JSON.stringify(through)) return there?.[1]
  const [again, same] = await ask()
  expect([path, again]).toEqual([path, same])
  return again?.[1]
}

/** How many connections the machines of the stores have from servers, and not from each other. */
const askedDirectly = async (): Promise<number> => {
  const { rows } = await direct.context.database.system.query<{ result: string }>(
    `SELECT result FROM run_command_on_workers($$SELECT count(*) FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND application_name NOT LIKE 'citus%'$$)`,
  )
  return rows.reduce((sum, { result }) => sum + Number(result), 0)
}

const poolOf = (server: TestServer) => server.context.database.connections().find(({ pool }) => pool === 'stores')

describe.skipIf(!distributed)('what one store reads', () => {
  beforeAll(async () => {
    both = await openTwoServers(url => openAsServer({ url }, false))
    ;({ first: direct, second: around, token } = both)
  }, 600_000)

  afterAll(() => both?.close())

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
    const { rows } = await direct.context.database.system.query<{ stores: number[] }>(
      `SELECT array_agg(s ORDER BY s) AS stores FROM unnest($1::bigint[]) s GROUP BY get_shard_id_for_distribution_column('produtos', s)`,
      [Array.from({ length: 20 }, (_, at) => at + 1)],
    )
    // A store that shares its shard with others.
    const [mine = 0, other = 0] = rows.find(({ stores: all }) => all.length > 1)?.stores.map(Number) ?? []
    for (const id of [mine, other])
      await direct.context.database.system.query(
        `INSERT INTO lojas (id, nome_fantasia) OVERRIDING SYSTEM VALUE VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        [id, `Loja ${id}`],
      )
    for (const id of [mine, other])
      await direct.context.database.system.query(`INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'só daqui')`, [id])
    const seen = (scope: number) =>
      direct.context.database.read({ stores: [scope] }, async q => {
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
      for (const { name, scope } of Object.values(direct.context.service.model().registers)) {
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

  test('a save names what it refers to, as others have just named it', async () => {
    const [unit, product] = [await newest('unidades'), await newest('produtos')]
    const { grupoId, impostoId, ncmId, preco_cst_prod, preco_vnd_prod, appPreco, promocao_desconto } = product
    const like = { grupoId, impostoId, ncmId, preco_cst_prod, preco_vnd_prod, appPreco, promocao_desconto }
    for (const [at, nome] of ['Outra', 'Mais uma'].entries()) {
      const renamed = await around.call(token, 'PATCH', `/api/unidades/${unit.id}?lojaId=1`, { nome })
      expect([renamed.statusCode, renamed.body]).toEqual([200, expect.stringContaining(nome)])
      const made = { lojaId: 1, cod_prod: `${777_000 + at}`, desc_prod: nome, unidadeId: unit.id, ...like }
      for (const saved of [
        await direct.call(token, 'POST', '/api/produtos?lojaId=1', made),
        await direct.call(token, 'PATCH', `/api/produtos/${product.id}?lojaId=1`, { unidadeId: unit.id, desc_prod: nome }),
      ]) {
        expect([saved.json().unidade, saved.json().desc_prod]).toEqual([expect.objectContaining({ nome }), nome])
        const [, read] = await get(around, `produtos/${saved.json().id}?lojaId=1`)
        expect(read).toMatchObject(saved.json())
      }
    }
  })

  test('a save gives names as its own work has changed them, keyed or not, and reads no row again for them', async () => {
    const { service } = direct.context
    const model = service.model()
    const [group, product] = [await newest('grupos'), await newest('produtos')]
    let again = 0
    /** The same database, which counts products that are read after they were written. */
    const watched = (q: Queries): Queries => ({
      ...q,
      query: (text, params, name) => {
        if (/^SELECT t\..* FROM "produtos" t/.test(text) && !text.includes('FOR UPDATE')) again++
        return q.query(text, params, name)
      },
    })
    const { database } = service
    const own = {
      ...service,
      database: { ...database, write: (scope, run) => database.write(scope, q => run(watched(q))) } as Database,
    }
    const caller = { ...visitorOf(model, 'x'), userId: 1, admin: true, storeId: 1, stores: [1] }
    const named = (over: Service, nome?: string): Promise<unknown> =>
      withUnitOfWork({ service: over, model, caller }, { stores: [1] }, async begun => {
        const save = (register: string, body: object) =>
          saveOneRecord({ ...body }, tableOf(model, register), { ...begun, byServer: true })
        if (nome !== undefined) await save('grupos', { id: group.id, nome })
        again = 0
        const { grupo } = await save('produtos', { id: product.id, grupoId: group.id, desc_prod: `${Date.now()} ${nome}` })
        return (grupo as { readonly nome?: unknown } | undefined)?.nome
      })
    expect([await named(own), again]).toEqual([group.nome, 0])
    expect([await named(own, 'Desta vez'), again]).toEqual(['Desta vez', 0])
    const keyed = await own.database.write({ stores: [1] }, async q => named(bindToTransaction(own, q).service))
    expect([keyed, again]).toEqual(['Desta vez', 0])
  })

  test('what is held in a store, or kept under a key, is so through whichever machine', async () => {
    const order: string[] = []
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const first = direct.context.database.write({ stores: [1] }, async q => {
      await holdInStore(q, 1, 'test')
      hold()
      await released
      order.push('first')
    })
    await held
    const others = [around, direct].map(({ context }) =>
      context.database.write('all', async q => {
        await holdInStore(q, 1, 'test', 'shared')
        order.push('second')
      }),
    )
    await direct.context.database.write({ stores: [2] }, q => holdInStore(q, 2, 'test'))
    release()
    await Promise.all([first, ...others])
    expect(order).toEqual(['first', 'second', 'second'])

    const keyed = (server: TestServer) =>
      server.app.inject({
        method: 'POST',
        url: '/api/unidades',
        headers: { authorization: token, 'idempotency-key': 'por-onde-for' },
        payload: { lojaId: 1, nome: 'Uma só vez' },
      })
    const [made, again] = [await keyed(direct), await keyed(around)]
    // The servers of a test have secrets of their own: the second one finds the key, and takes the call for another.
    expect([made.statusCode, again.statusCode, again.json().error?.code]).toEqual([201, 422, 'idempotency-mismatch'])
    expect([(await keyed(direct)).body, (await keyed(direct)).headers['idempotency-replayed']]).toEqual([made.body, 'true'])
    const { rows } = await direct.context.database.system.query<{ groups: string }>(
      `SELECT count(DISTINCT colocation_id) AS groups FROM citus_tables WHERE table_name::text IN ('produtos', 'user_logs', 'system.actions', 'system.idempotency')`,
    )
    expect(rows).toEqual([{ groups: '1' }])
  })

  test('and every report', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const given = { from: `${Number(today.slice(0, 4)) - 1}-01-01`, to: today, person: 1, product: 1 }
    let shown = 0
    for (const query of Object.values(direct.context.service.model().queries)) {
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
