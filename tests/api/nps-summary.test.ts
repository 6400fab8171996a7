import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServer, type TestServer } from './fixtures/testServer.ts'

let server: TestServer
let admin: string
let userId: number
let shop: number

beforeAll(async () => {
  server = await openServer()
  userId = await server.addUser('admin@nps.com.br', { admin: true })
  shop = await server.addStore('Nossa')
  admin = await server.enter('admin@nps.com.br')
})
afterAll(() => server?.close())

/** The summary of answers with these scores and no others. */
async function of(...scores: readonly number[]) {
  await server.context.database.system.query('DELETE FROM "Nps"')
  const insert = 'INSERT INTO "Nps" ("userId", "lojaId", score) SELECT $1, $2, unnest($3::int[])'
  await server.context.database.system.query(insert, [userId, shop, scores])
  const reply = await server.call(admin, 'GET', '/api/Nps/score')
  expect(reply.statusCode).toBe(200)
  return reply.json()
}

describe('the summary of the survey', () => {
  it('puts every score in one bucket', async () => {
    expect(await of(0, 1, 6)).toMatchObject({ detratores: { count: 3, percentage: 100 }, score: -100 })
    expect(await of(7, 8)).toMatchObject({ passivos: { count: 2, percentage: 100 }, score: 0 })
    expect(await of(9, 10)).toMatchObject({ promotores: { count: 2, percentage: 100 }, score: 100 })
  })

  it('weighs scores by their answers', async () => {
    expect(await of(10, 10, 10, 10, 10, 8, 8, 3)).toEqual({
      detratores: { count: 1, percentage: 12.5 },
      passivos: { count: 2, percentage: 25 },
      promotores: { count: 5, percentage: 62.5 },
      score: 50,
    })
  })

  it('rounds once, and knows no answers', async () => {
    expect(await of(10, 5, 8)).toMatchObject({ promotores: { percentage: 33.33 }, detratores: { percentage: 33.33 }, score: 0 })
    expect(await of(10, 10, 8)).toMatchObject({ score: 66.67 })
    expect(await of()).toEqual({
      detratores: { count: 0, percentage: 0 },
      passivos: { count: 0, percentage: 0 },
      promotores: { count: 0, percentage: 0 },
      score: 0,
    })
  })

  it('counts every note from 0 to 10, and none without answers', async () => {
    const notes = async () => (await server.call(admin, 'GET', '/api/Nps/notas')).json()
    await of(10, 10, 3)
    expect(await notes()).toEqual(
      Array.from({ length: 11 }, (_, nota) => ({ nota, respostas: nota === 10 ? 2 : nota === 3 ? 1 : 0 })),
    )
    await of()
    expect(await notes()).toEqual([])
  })
})
