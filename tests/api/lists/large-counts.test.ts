import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../../fixedSeed.ts'
import { ownerCalls } from '../fixtures/ownerCalls.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
const { owner: dono, done } = ownerCalls(() => shop)

beforeAll(async () => {
  shop = await openShop()
  await shop.database.asOwner(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    await q.query(`INSERT INTO grupos ("lojaId", nome, status, ordem)
      SELECT 1, 'Grupo ' || n, n % 3 > 0, n % 7 FROM generate_series(1, 80000) n`)
    await q.query(`INSERT INTO grupos ("lojaId", nome, status) SELECT 2, 'Outro ' || n, TRUE FROM generate_series(1, 10) n`)
    await q.query('ANALYZE grupos')
  })
})

afterAll(() => shop.close())

const filters: readonly { readonly where?: object; readonly q?: string; readonly sql: string }[] = [
  { sql: 'TRUE' },
  { where: { status: true }, sql: 'status' },
  { where: { status: false, ordem: { gt: 2 } }, sql: 'NOT status AND ordem > 2' },
  { where: { or: [{ status: true }, { ordem: 3 }] }, sql: '(status OR ordem = 3)' },
  { q: 'grupo', sql: `"_busca" @@ f_nas_lojas('{1}', f_procura('grupo'))` },
]

async function expectCounts(): Promise<void> {
  for (const { sql, q, ...filter } of filters) {
    const query = `${encodeURIComponent(JSON.stringify({ ...filter, limit: 10 }))}${q ? `&q=${q}` : ''}&lojaId=1`
    const { status, count } = await dono('GET', `/api/grupos?filter=${query}`)
    const { rows } = await shop.database.write({ stores: [1] }, own =>
      own.query<{ count: string }>(`SELECT count(*) FROM grupos WHERE "lojaId" = 1 AND ${sql}`),
    )
    expect({ sql, status, count }).toEqual({ sql, status: 200, count: Number(rows[0]?.count) })
  }
}

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), status: fc.boolean(), ordem: fc.nat(6) }),
  fc.record({ kind: fc.constant('edit' as const), place, status: fc.boolean(), ordem: fc.nat(6) }),
  fc.record({ kind: fc.constant('remove' as const), place }),
  fc.record({ kind: fc.constant('other' as const) }),
)

let added = 0

test('counts of a large list are right after every change, in whichever part of it', async () => {
  const { rows } = await shop.database.write({ stores: [1] }, q =>
    q.query<{ id: string }>(`SELECT id FROM grupos WHERE "lojaId" = 1 ORDER BY id`),
  )
  const ids = rows.map(({ id }) => Number(id))
  const pick = (at: number): number => ids[Math.floor(at * ids.length)] ?? 0
  const gone = (at: number): number => ids.splice(Math.floor(at * ids.length), 1)[0] ?? 0
  await expectCounts()
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async changes => {
      for (const one of changes) {
        if (one.kind === 'add')
          await done('POST', '/api/grupos', { lojaId: 1, nome: `Grupo novo ${++added}`, status: one.status, ordem: one.ordem })
        else if (one.kind === 'edit')
          await done('PATCH', '/api/grupos', { lojaId: 1, id: pick(one.place), status: one.status, ordem: one.ordem })
        else if (one.kind === 'remove') await done('DELETE', `/api/grupos/${gone(one.place)}?lojaId=1`)
        else await done('POST', '/api/unidades', { lojaId: 1, nome: `u${++added}` })
      }
      await expectCounts()
    }),
    { numRuns: 12 },
  )
})

test('rows that were written past the server are counted a few seconds later', async () => {
  await shop.database.asOwner(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    await q.query(
      `INSERT INTO grupos ("lojaId", nome, status, ordem) SELECT 1, 'Grupo ' || n, TRUE, 1 FROM generate_series(90001, 90500) n`,
    )
  })
  await expect
    .poll(
      () =>
        expectCounts().then(
          () => true,
          () => false,
        ),
      { interval: 500 },
    )
    .toBe(true)
})
