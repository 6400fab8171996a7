import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../../fixedSeed.ts'
import { ownerCalls } from '../fixtures/ownerCalls.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
const { owner: dono, done } = ownerCalls(() => shop)

/** One word that so many rows have that their count is kept by ranges, one that many have, one that few have. */
const words = ['comum', 'meio', 'raro'] as const

beforeAll(async () => {
  shop = await openShop()
  await shop.database.asOwner(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    for (const [name, rows] of [
      ['Comum', 51_000],
      ['Meio', 600],
      ['Raro', 40],
    ])
      await q.query(
        `INSERT INTO grupos ("lojaId", nome, status, ordem) SELECT 1, md5(n::text) || ' ${name} ' || n, n % 3 > 0, n % 7 FROM generate_series(1, ${rows}) n`,
      )
    await q.query(`INSERT INTO grupos ("lojaId", nome, status) SELECT 2, 'Raro ' || n, TRUE FROM generate_series(1, 10) n`)
    await q.query('ANALYZE grupos')
  })
})

afterAll(() => shop.close())

interface Group {
  readonly id: number
  readonly nome: string
  readonly status: boolean
}

/** The store's groups in both orders, by plain statements that know neither keys nor words. */
async function groupsInOrder() {
  const lists = [
    { order: ['nome ASC'], sql: 'nome, id' },
    { order: ['ordem DESC', 'nome DESC'], sql: 'ordem DESC, nome DESC, id DESC' },
  ]
  return Promise.all(
    lists.map(async ({ order, sql }) => {
      const { rows } = await shop.database.write({ stores: [1] }, q =>
        q.query<Group>(`SELECT id::int AS id, nome, status FROM grupos WHERE "lojaId" = 1 ORDER BY ${sql}`),
      )
      return { order, rows }
    }),
  )
}

/** Every page as the server gives it is the one that looking at each row gives. */
async function expectPages(skips: readonly number[]): Promise<void> {
  const lists = await groupsInOrder()
  for (const word of words)
    for (const { order, rows } of lists)
      for (const where of [{}, { status: true }]) {
        const fitting = rows.filter(row => row.nome.toLowerCase().includes(` ${word}`) && (row.status || !('status' in where)))
        for (const skip of skips) {
          const filter = encodeURIComponent(JSON.stringify({ where, order, limit: 10, skip, fields: ['id', 'nome'] }))
          const { status, body, count } = await dono('GET', `/api/grupos?filter=${filter}&q=${word}&lojaId=1`)
          const wanted = fitting.slice(skip, skip + 10).map(({ id, nome }) => ({ id, nome }))
          const asked = { word, order, where, skip }
          expect({ ...asked, status, body, count }).toEqual({ ...asked, status: 200, body: wanted, count: fitting.length })
        }
      }
}

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const name = fc.tuple(fc.constantFrom('000', '7', 'fff', 'zz'), fc.constantFrom(...words)).map(parts => parts.join(' '))
const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), nome: name, status: fc.boolean() }),
  fc.record({ kind: fc.constant('edit' as const), place, nome: name, status: fc.boolean(), ordem: fc.nat(6) }),
  // Of the first rows, whose keys are kept.
  fc.record({ kind: fc.constant('editFirst' as const), nome: name, status: fc.boolean() }),
  fc.record({ kind: fc.constant('removeFirst' as const), word: fc.constantFrom(...words) }),
  fc.record({ kind: fc.constant('other' as const) }),
)

const firstOf = async (word: string): Promise<number> => {
  const { rows } = await shop.database.write({ stores: [1] }, q =>
    q.query<{ id: string }>(
      `SELECT id FROM grupos WHERE "lojaId" = 1 AND lower(nome) ~ '\\m${word}' ORDER BY nome, id OFFSET 3 LIMIT 1`,
    ),
  )
  return Number(rows[0]?.id)
}

let added = 0

test('pages of a search are right after every change, however many rows have the word', async () => {
  const { rows } = await shop.database.write({ stores: [1] }, q =>
    q.query<{ id: string }>(`SELECT id FROM grupos WHERE "lojaId" = 1 ORDER BY id OFFSET 1000 LIMIT 5000`),
  )
  await expectPages([0, 30, 190])
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async changes => {
      for (const one of changes) {
        const { kind } = one
        if (kind === 'add')
          await done('POST', '/api/grupos', { lojaId: 1, nome: `${one.nome} ${++added}`, status: one.status, ordem: 3 })
        else if (kind === 'edit') {
          const id = Number(rows[Math.floor(one.place * rows.length)]?.id)
          await done('PATCH', '/api/grupos', {
            lojaId: 1,
            id,
            nome: `${one.nome} ${++added}`,
            status: one.status,
            ordem: one.ordem,
          })
        } else if (kind === 'editFirst') {
          const id = await firstOf('comum')
          await done('PATCH', '/api/grupos', { lojaId: 1, id, nome: `${one.nome} ${++added}`, status: one.status })
        } else if (kind === 'removeFirst') await done('DELETE', `/api/grupos/${await firstOf(one.word)}?lojaId=1`)
        else await done('POST', '/api/unidades', { lojaId: 1, nome: `u${++added}` })
      }
      await expectPages([0, 30])
    }),
    { numRuns: 10 },
  )
  await expectPages([0, 190, 1000])
})

test('a row that was changed or removed past the server is on no page of a search that it does not fit', async () => {
  await expectPages([0])
  await shop.database.asOwner(async q => {
    await q.query(`SET LOCAL app.store = '*'`)
    for (const [word, sql] of [
      ['comum', 'DELETE FROM grupos'],
      ['meio', `UPDATE grupos SET nome = 'zz outro'`],
    ])
      await q.query(
        `${sql} WHERE "lojaId" = 1 AND id IN (SELECT id FROM grupos WHERE "lojaId" = 1 AND lower(nome) ~ '\\m${word}' ORDER BY nome LIMIT 4)`,
      )
  })
  const [list] = await groupsInOrder()
  for (const word of words) {
    const filter = encodeURIComponent(JSON.stringify({ order: ['nome ASC'], limit: 10, fields: ['id'] }))
    const { body } = await dono('GET', `/api/grupos?filter=${filter}&q=${word}&lojaId=1`)
    const wanted = list?.rows.filter(row => row.nome.toLowerCase().includes(` ${word}`)).slice(0, 10)
    expect(body).toEqual(wanted?.map(({ id }) => ({ id })))
  }
})

test('who asks for the same search at once gets the same page', async () => {
  const filter = encodeURIComponent(JSON.stringify({ order: ['nome ASC'], limit: 10, fields: ['nome'] }))
  const replies = await Promise.all(Array.from({ length: 8 }, () => dono('GET', `/api/grupos?filter=${filter}&q=comu&lojaId=1`)))
  for (const { body, count } of replies) expect({ body, count }).toEqual({ body: replies[0]?.body, count: replies[0]?.count })
  expect(replies[0]?.body).toHaveLength(10)
})

test('a search shows rows of its own store alone, whatever was found in another before', async () => {
  const ask = async (store: number) => {
    const filter = encodeURIComponent(JSON.stringify({ order: ['nome ASC'], limit: 200, fields: ['id', 'lojaId'] }))
    return (await dono('GET', `/api/grupos?filter=${filter}&q=raro&lojaId=${store}`)).body as { lojaId: number }[]
  }
  for (const store of [1, 2, 1]) {
    const rows = await ask(store)
    expect(rows.length).toBeGreaterThan(5)
    expect(new Set(rows.map(({ lojaId }) => lojaId))).toEqual(new Set([store]))
  }
})
