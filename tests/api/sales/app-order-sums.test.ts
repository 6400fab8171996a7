import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { changeAppOrders } from '../../../src/domain/sales/public.ts'
import { appOrderRollups } from '../../../src/domain/sales/tables/appOrderRollups.ts'
import { rollupDifferences, rollupTable } from '../../../src/domain/sales/tables/rollupSql.ts'
import { salesRollups } from '../../../src/domain/sales/tables/salesRollups.ts'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { createSalesStore, type SalesStore } from '../fixtures/sales.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
let counters: SalesStore[]

/** The product's definitions, but that orders of the app may be saved and removed as any record: nothing of the product writes them yet. */
function openedModel() {
  const files = readDefinitionFiles().map(file => {
    if (!file.path.endsWith('/AppPedidos.schema.json')) return file
    const schema = JSON.parse(file.text)
    const { readOnly: _, across: __, ...register } = schema.register
    return { ...file, text: JSON.stringify({ ...schema, register: { ...register, access: { see: 'admin', change: 'admin' } } }) }
  })
  return readModel(files).model
}

beforeAll(async () => {
  shop = await openShop(openedModel())
  counters = [await createSalesStore(shop, 'Leste'), await createSalesStore(shop, 'Oeste', 'America/Rio_Branco')]
})
afterAll(() => shop?.close())

/** Sums that are not those of the bare rows. */
async function differences(): Promise<string[]> {
  const found = await Promise.all(
    appOrderRollups.map(async rollup => {
      const { rows } = await shop.database.system.query(rollupDifferences(rollup))
      return rows.map(row => `${rollup.name} ${JSON.stringify(row)}`)
    }),
  )
  return found.flat()
}

const random = createSeededRandom(23)
const order = (counter: SalesStore) => ({
  em: new Date(Date.UTC(2019, 0, 25) + random.whole(0, 70 * 24 * 60) * 60_000).toISOString(),
  mode: random.pick(['DELIVERY', 'TAKEOUT', 'INDOOR', 'TOTEM']),
  paymentName: random.pick(['Pix', 'Crédito', '', null]),
  canceled: random.chance(0.15),
  equipamentoId: random.pick([...counter.equipment, null]),
  totalDisplay: random.whole(100, 20_000) / 100,
})

const columns = '"createdAt", mode, "paymentName", canceled, "equipamentoId", "totalDisplay"'
const valuesOf = (one: ReturnType<typeof order>): unknown[] => [
  one.em,
  one.mode,
  one.paymentName,
  one.canceled,
  one.equipamentoId,
  one.totalDisplay,
]

async function take({ store }: SalesStore, orders: readonly ReturnType<typeof order>[]): Promise<number[]> {
  return shop.database.write({ stores: [store] }, async q => {
    const ids: number[] = []
    await changeAppOrders(q, store, [], async () => {
      for (const one of orders) {
        const { rows } = await q.query<{ id: string }>(
          `INSERT INTO "AppPedidos" ("lojaId", ${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
          [store, ...valuesOf(one)],
        )
        ids.push(Number(rows[0]?.id))
      }
      return ids
    })
    return ids
  })
}

const edit = ({ store }: SalesStore, ids: readonly number[], changed: ReturnType<typeof order>): Promise<void> =>
  shop.database.write({ stores: [store] }, q =>
    changeAppOrders(q, store, ids, async () => {
      await q.query(
        `UPDATE "AppPedidos" SET (${columns}) = ($3, $4, $5, $6, $7, $8) WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])`,
        [store, ids, ...valuesOf(changed)],
      )
      return undefined
    }),
  )

test('sums of app orders are those of the bare rows over orders that several take and change at once', async () => {
  for (const counter of counters) {
    const ids = (
      await Promise.all(
        Array.from({ length: 4 }, () =>
          take(
            counter,
            Array.from({ length: 30 }, () => order(counter)),
          ),
        ),
      )
    ).flat()
    expect(await differences()).toEqual([])
    const changes = Array.from({ length: 12 }, () => ids.filter(() => random.chance(0.1)))
    await Promise.all(changes.map(some => edit(counter, some, order(counter))))
    expect(await differences()).toEqual([])
  }
})

test('any range of moments is told as the bare rows tell it, also across a change of offset', async () => {
  const day = 86_400_000
  const ranges = Array.from({ length: 10 }, () => {
    const from = Date.UTC(2019, 0, 20) + random.whole(0, 70 * 24 * 60) * 60_000
    return [from, from + random.pick([random.whole(0, 3_600_000), random.whole(0, 3 * day), random.whole(0, 75 * day)])] as const
  })
  const fixed = [
    // Whole months of the store in the east, and in the west; one moment.
    [Date.UTC(2019, 1, 1, 2), Date.UTC(2019, 3, 1, 3) - 1],
    [Date.UTC(2019, 1, 1, 5), Date.UTC(2019, 3, 1, 5) - 1],
    [Date.UTC(2019, 1, 5), Date.UTC(2019, 1, 5)],
  ] as const
  const ways = 'mode, "equipamentoId"'
  for (const [from, to] of [...ranges, ...fixed])
    for (const { store } of counters) {
      const params = [store, new Date(from).toISOString(), new Date(to).toISOString()]
      const sums = (source: string, names: string): Promise<object[]> =>
        shop.database.system
          .query(
            `SELECT ${names}, sum(linhas) AS linhas, sum(total) AS total FROM ${source} GROUP BY ${names} ORDER BY ${names}`,
            params,
            '',
          )
          .then(({ rows }) => rows)
      const bare = `(SELECT em::date AS dia, extract(hour FROM em)::smallint AS hora, coalesce(a."paymentName", '') COLLATE "C" AS pagamento,
          a.mode COLLATE "C" AS mode, coalesce(a."equipamentoId", 0) AS "equipamentoId", 1 AS linhas, a."totalDisplay" AS total
        FROM "AppPedidos" a JOIN lojas l ON l.id = a."lojaId", LATERAL (SELECT a."createdAt" AT TIME ZONE l.fuso_horario AS em) z
        WHERE a."lojaId" = $1 AND NOT a.canceled AND a."createdAt" >= $2 AND a."createdAt" < $3::timestamptz + interval '1 millisecond') b`
      expect(await sums('resumos.f_pedidos_app_dias($1, $2, $3)', `dia, ${ways}`), params.join()).toEqual(
        await sums(bare, `dia, ${ways}`),
      )
      expect(await sums('resumos.f_pedidos_app($1, $2, $3)', `hora, pagamento, ${ways}`), params.join()).toEqual(
        await sums(bare, `hora, pagamento, ${ways}`),
      )
    }
})

test('an order that is saved, cancelled, removed and brought back as any record takes its sums along', async () => {
  const [counter] = counters
  const lojaId = counter?.store ?? 0
  const admin = shop.as({ userId: 1, stores: [lojaId], admin: true })
  const undoLast = async () => {
    const [last] = (await admin('GET', `/api/atividade?lojaId=${lojaId}`)).body as { id: string }[]
    expect((await admin('POST', `/api/atividade/${last?.id}/desfazer`, { lojaId })).body).toMatchObject({ recusados: [] })
    expect(await differences()).toEqual([])
  }
  /** Cents. */
  const total = async (): Promise<number> => {
    const { rows } = await shop.database.system.query<{ total: string | null }>(
      `SELECT sum(total) * 100 AS total FROM resumos.pedidos_app_dia WHERE "lojaId" = $1`,
      [lojaId],
    )
    return Number(rows[0]?.total ?? 0)
  }
  const before = await total()
  const made = await admin('POST', '/api/AppPedidos', { lojaId, mode: 'DELIVERY', paymentName: 'Pix', totalDisplay: 45.9 })
  expect(made.status).toBe(201)
  const { id } = made.body as { id: number }
  expect([await total(), await differences()]).toEqual([before + 4590, []])
  await admin('PATCH', `/api/AppPedidos/${id}`, { lojaId, paymentName: 'Crédito', totalDisplay: 50 })
  expect([await total(), await differences()]).toEqual([before + 5000, []])
  await admin('PATCH', `/api/AppPedidos/${id}`, { lojaId, canceled: true })
  expect([await total(), await differences()]).toEqual([before, []])
  await undoLast()
  expect(await total()).toBe(before + 5000)
  expect((await admin('DELETE', `/api/AppPedidos/${id}?lojaId=${lojaId}`)).status).toBe(200)
  expect([await total(), await differences()]).toEqual([before, []])
  await undoLast()
  expect(await total()).toBe(before + 5000)
})

test('sums of app orders are made anew by the command, and when a store moves to another time zone', async () => {
  const [counter] = counters
  await shop.database.asOwner(q =>
    q.query('UPDATE resumos.pedidos_app_mes SET total = total + 1 WHERE "lojaId" = $1', [counter?.store]),
  )
  expect((await differences()).length).toBeGreaterThan(0)
  await shop.database.asOwner(q => salesRollups.rebuild(q, counter?.store))
  expect(await differences()).toEqual([])
  const admin = shop.as({ userId: 1, stores: [counter?.store ?? 0], admin: true })
  await admin('PATCH', `/api/lojas/${counter?.store}`, { fuso_horario: 'America/Noronha' })
  expect(await differences()).toEqual([])
})

test('sums of app orders are seen by their store alone', async () => {
  const [ours, theirs] = counters
  for (const rollup of appOrderRollups) {
    const seen = await shop.database.read({ stores: [theirs?.store ?? 0] }, q =>
      q.query(`SELECT FROM ${rollupTable(rollup)} WHERE "lojaId" = $1 LIMIT 1`, [ours?.store]),
    )
    expect(seen.rows).toEqual([])
  }
})
