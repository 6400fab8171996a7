import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServer, type TestServer } from './fixtures/testServer.ts'

let server: TestServer
let admin: string
let owner: string
let employee: string
let employeeId: number
let shop: number
let other: number

beforeAll(async () => {
  server = await openServer()
  await server.addUser('admin@nps.com.br', { admin: true })
  const ownerId = await server.addUser('dono@nps.com.br')
  employeeId = await server.addUser('funcionario@nps.com.br')
  shop = await server.addStore('Nossa', ownerId)
  other = await server.addStore('Outra')
  await server.tie(ownerId, shop, { type: 1 })
  await server.tie(employeeId, shop, { type: 2 })
  admin = await server.enter('admin@nps.com.br')
  owner = await server.enter('dono@nps.com.br')
  employee = await server.enter('funcionario@nps.com.br')
})
afterAll(() => server?.close())

const answer = (token: string, body: object) => server.call(token, 'POST', '/api/Nps', { lojaId: shop, ...body })
const seen = async (token: string, query = '') => (await server.call(token, 'GET', `/api/Nps?lojaId=${shop}${query}`)).json()

describe('the satisfaction survey', () => {
  it('takes an answer as that of who is signed in, in the store that is open', async () => {
    const reply = await answer(employee, { score: 9, feedback: ' Rápido ', userId: 999_999 })
    expect([reply.statusCode, reply.json()]).toEqual([200, { id: expect.any(Number), score: 9 }])
    expect(await seen(employee)).toMatchObject([
      { userId: employeeId, lojaId: shop, score: 9, feedback: 'Rápido', createdAt: expect.any(String) },
    ])
  })

  it('refuses other scores, too many words, and stores of others', async () => {
    for (const score of [-1, 11, 4.5, 'dez', undefined]) expect((await answer(employee, { score })).statusCode).toBe(422)
    expect((await answer(employee, { score: 5, feedback: 'x'.repeat(2049) })).statusCode).toBe(422)
    expect((await answer(employee, { score: 5, feedback: 'x'.repeat(2048) })).statusCode).toBe(200)
    expect((await answer(employee, { score: 5, lojaId: other })).statusCode).toBe(403)
    expect((await server.app.inject({ method: 'POST', url: '/api/Nps', payload: { score: 5 } })).statusCode).toBe(401)
  })

  it('shows people their own answers, the newest by itself, and the administrator all of them', async () => {
    await answer(owner, { score: 3 })
    const filter = encodeURIComponent(JSON.stringify({ where: { userId: employeeId }, limit: 1, order: ['createdAt DESC'] }))
    expect(await seen(employee, `&filter=${filter}`)).toMatchObject([{ score: 5 }])
    expect(await seen(owner, `&filter=${filter}`)).toEqual([])
    expect((await seen(owner)).map((row: { score: number }) => row.score)).toEqual([3])
    expect((await seen(admin)).map((row: { score: number }) => row.score).sort()).toEqual([3, 5, 9])
  })

  it('can be changed by nobody', async () => {
    const [{ id }] = await seen(employee)
    for (const token of [employee, admin]) {
      expect((await server.call(token, 'PATCH', `/api/Nps/${id}`, { score: 10 })).statusCode).toBe(403)
      expect((await server.call(token, 'DELETE', `/api/Nps/del?id=${id}`)).statusCode).toBe(403)
    }
  })

  it('is summed up for the administrator alone', async () => {
    const reply = await server.call(admin, 'GET', '/api/Nps/score')
    expect(reply.json()).toEqual({
      detratores: { count: 2, percentage: 66.67 },
      passivos: { count: 0, percentage: 0 },
      promotores: { count: 1, percentage: 33.33 },
      score: -33.33,
    })
    for (const token of [owner, employee])
      expect((await server.call(token, 'GET', `/api/Nps/score?lojaId=${shop}`)).statusCode).toBe(403)
  })

  it('the session tells how old the account is', async () => {
    const reply = await server.call(employee, 'POST', '/api/users/configuracao', { lojaId: shop })
    expect(Date.parse(reply.json().usuario.createdAt)).toBeGreaterThan(Date.now() - 600_000)
  })
})
