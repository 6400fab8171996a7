import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await openServer()
  await server.addUser('admin@x.br', { admin: true })
  admin = await server.enter('admin@x.br')
})
afterAll(() => server?.close())

let lojaId: number
let shops = 0
interface Owner {
  readonly token: string
  readonly id: number
}
let owners: Owner[]
const rows = () =>
  server.context.database.system
    .query<{ id: number; email: string }>(
      `SELECT id::int, email FROM user_lojas WHERE "lojaId" = $1 AND type = 1 AND bloqueado IS NOT TRUE ORDER BY id`,
      [lojaId],
    )
    .then(found => found.rows)

beforeEach(async () => {
  shops++
  lojaId = await server.addStore(`Loja ${shops}`)
  const tokens = [
    await server.enterStore(`ana${shops}`, lojaId, { type: 1 }),
    await server.enterStore(`bia${shops}`, lojaId, { type: 1 }),
  ]
  owners = (await rows()).map(({ id }, at) => ({ id, token: tokens[at] ?? '' }))
})

const change = (caller: Owner, whom: Owner, values: object) =>
  server.call(caller.token, 'PATCH', `/api/user_lojas/${whom.id}`, { lojaId, ...values })
const remove = (token: string, whom: Owner) => server.call(token, 'DELETE', `/api/user_lojas/${whom.id}?lojaId=${lojaId}`)
const answer = (reply: Awaited<ReturnType<typeof change>>) => [
  reply.statusCode,
  reply.json().error?.details[0]?.code ?? reply.json().error?.code,
]

test('one of two owners may go, the last one neither becomes an employee nor goes', async () => {
  const [ana, bia] = owners as [Owner, Owner]
  expect((await change(ana, bia, { type: 2 })).statusCode).toBe(200)
  expect(answer(await change(ana, ana, { type: 2 }))).toEqual([422, 'store-user.last-owner'])
  expect(answer(await remove(ana.token, ana))).toEqual([422, 'store-user.last-owner'])
  expect((await change(ana, ana, { type: 2 })).json().error.details[0]).toMatchObject({
    path: 'type',
    message: /sem proprietário/,
  })
  // Somebody who has not accepted yet is no owner.
  const invited = await server.call(ana.token, 'POST', '/api/user_lojas', { lojaId, email: `novo${shops}@x.br`, type: 1 })
  expect(invited.statusCode, invited.body).toBe(201)
  await server.context.database.system.query('UPDATE user_lojas SET "userId" = NULL, convite = 1 WHERE id = $1', [
    invited.json().id,
  ])
  expect(answer(await change(ana, ana, { type: 2 }))).toEqual([422, 'store-user.last-owner'])
})

test('all owners of a store do not go in one change, nor by taking back that somebody became one', async () => {
  const [ana, bia] = owners as [Owner, Owner]
  const all = await server.call(ana.token, 'POST', '/api/user_lojas/updateMany', {
    lojaId,
    where: { type: 1 },
    data: { type: 2 },
  })
  expect([all.statusCode, all.body]).toEqual([422, expect.stringContaining('store-user.last-owner')])
  expect(await rows()).toHaveLength(2)
  await change(ana, bia, { type: 2 })
  const made = await server.call(ana.token, 'PATCH', `/api/user_lojas/${bia.id}`, { lojaId, type: 1 })
  expect(made.statusCode).toBe(200)
  const [action] = (await server.call(ana.token, 'GET', `/api/user_lojas/${bia.id}/historico?lojaId=${lojaId}`)).json()
  expect((await remove(ana.token, ana)).statusCode).toBe(200)
  const [left] = await rows()
  const again = await server.enter(left?.email ?? '')
  const undone = await server.call(again, 'POST', `/api/atividade/${action.acaoId}/desfazer`, { lojaId })
  expect([undone.statusCode, undone.body]).toEqual([422, expect.stringContaining('store-user.last-owner')])
  expect(await rows()).toHaveLength(1)
})

test('two who take it from each other at the same moment leave one', async () => {
  const [ana, bia] = owners as [Owner, Owner]
  await Promise.all([change(ana, bia, { type: 2 }), change(bia, ana, { type: 2 })])
  expect(await rows()).toHaveLength(1)
})

test('an administrator may take the last one, who gives the store to another', async () => {
  const [ana, bia] = owners as [Owner, Owner]
  for (const one of [ana, bia]) expect((await remove(admin, one)).statusCode).toBe(200)
})
