import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

let server: TestServer
let address: string
let admin: string
let owner: string
const stores = { first: 0, second: 0 }

beforeAll(async () => {
  server = await openServer()
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  stores.first = await server.addStore('Primeira')
  stores.second = await server.addStore('Segunda')
  await server.addUser('admin@x.br', { admin: true })
  await server.addUser('vago@x.br')
  owner = await server.enterStore('dono', stores.first, { type: 1 })
  admin = await server.enter('admin@x.br')
})
afterAll(() => server?.close())
beforeEach(() => server.context.database.system.query('DELETE FROM system.attempts'))

let people = 0
/** Somebody who works in a store, with a session and a stream of events. */
async function work(lojaId = stores.first) {
  people++
  const email = `pessoa${people}@x.br`
  const id = await server.addUser(email)
  await server.tie(id, lojaId, { email, cadastros_ver: true, caixa_operar: true })
  const token = await server.enter(email)
  const reply = await fetch(`${address}/api/events`, { headers: { authorization: token } })
  expect(reply.status).toBe(200)
  const ended = reply.text()
  return { id, email, token, ended }
}

/** Returns the answers to somebody's session, by different calls. */
const ways = async (token: string, lojaId = stores.first): Promise<number[]> => {
  const replies = [
    await server.call(token, 'GET', `/api/unidades?lojaId=${lojaId}`),
    await server.call(token, 'POST', '/api/unidades', { lojaId, nome: 'kg' }),
    await server.call(token, 'POST', '/api/users/configuracao'),
    await server.call(token, 'GET', '/api/model'),
    await server.call(token, 'GET', '/api/users/preferencias'),
    await server.call(token, 'GET', '/api/events'),
    await server.call(token, 'GET', '/api/users/convites'),
    // As a point of sale sends.
    await server.call(token, 'POST', '/api/PDV_local/comandasAbertas', { lojaId, comandas: [] }),
    await server.call(token, 'POST', '/api/Movimentos/lote', { lojaId, movimentos: [] }),
    await server.call(token, 'POST', '/api/users/change-password', { oldPassword: testPassword, newPassword: 'outra-senha-9' }),
  ]
  return [...new Set(replies.map(reply => reply.statusCode))]
}

test.each([{ block: true }, { active: false }])('%o shuts somebody out at once, by every way in', async change => {
  const person = await work()
  const saved = await server.call(admin, 'PATCH', `/api/users/${person.id}`, change)
  expect(saved.statusCode, saved.body).toBe(200)
  await person.ended
  expect(await ways(person.token)).toEqual([401])
  const refused = await server.login(person.email)
  expect([refused.statusCode, refused.json().error.code]).toEqual([423, 'user.shut-out'])
  expect(refused.json().error.message).toMatch(/inativo ou bloqueado/)
  // A caller without the password is told nothing of it.
  expect((await server.login(person.email, 'errada')).json().error.code).toBe('login-failed')
  await server.call(admin, 'PATCH', `/api/users/${person.id}`, { block: false, active: true })
  expect((await server.login(person.email)).statusCode).toBe(200)
  expect(await ways(person.token)).toEqual([401])
})

test('a flag that was set past the calls shuts out as well', async () => {
  const person = await work()
  await server.context.database.system.query('UPDATE users SET block = true WHERE id = $1', [person.id])
  server.context.service.publish({ register: 'users', lojaId: null, ids: [String(person.id)] })
  await person.ended
  expect(await ways(person.token)).toEqual([401])
})

test('an owner blocks a place in the store: sessions end, and nobody comes in by it', async () => {
  const person = await work()
  const { pessoas } = (await server.call(owner, 'GET', `/api/users/acessos?lojaId=${stores.first}`)).json()
  const { id } = pessoas.find(({ email }: { email: string }) => email === person.email)
  const block = (bloquear: boolean) =>
    server.call(owner, 'POST', '/api/users/acessos/bloquear', { lojaId: stores.first, id, bloquear })
  const blocked = await block(true)
  expect(blocked.statusCode, blocked.body).toBe(200)
  await person.ended
  expect(await ways(person.token)).toEqual([401])
  const refused = await server.login(person.email)
  expect([refused.statusCode, refused.json().error.code]).toEqual([423, 'store-user.shut-out'])
  expect((await block(false)).statusCode).toBe(200)
  expect((await server.login(person.email)).statusCode).toBe(200)
})

test('who works in another store, too, goes on there', async () => {
  const person = await work()
  await server.tie(person.id, stores.second, { email: person.email, cadastros_ver: true })
  await server.context.database.system.query('UPDATE user_lojas SET bloqueado = true WHERE "userId" = $1 AND "lojaId" = $2', [
    person.id,
    stores.first,
  ])
  server.context.access.forget()
  const token = await server.enter(person.email)
  expect((await server.call(token, 'GET', `/api/unidades?lojaId=${stores.second}`)).statusCode).toBe(200)
  expect((await server.call(token, 'GET', `/api/unidades?lojaId=${stores.first}`)).statusCode).toBe(403)
})

test('a change of role ends sessions, and so does removing the access', async () => {
  const promoted = await work()
  const places = await server.context.database.system.query<{ id: string }>('SELECT id FROM user_lojas WHERE "userId" = $1', [
    promoted.id,
  ])
  const saved = await server.call(owner, 'PATCH', `/api/user_lojas/${places.rows[0]?.id}`, { lojaId: stores.first, type: 1 })
  expect(saved.statusCode, saved.body).toBe(200)
  await promoted.ended
  expect(await ways(promoted.token)).toEqual([401])
  const { id } = promoted
  const again = await server.enter(promoted.email)
  const place = Number(places.rows[0]?.id)
  expect((await server.call(owner, 'DELETE', `/api/user_lojas/${place}?lojaId=${stores.first}`)).statusCode).toBe(200)
  expect(await ways(again)).toEqual([401])
  expect(id).toBeGreaterThan(0)
})

test('nobody shuts themself out', async () => {
  const me = (await server.call(owner, 'GET', `/api/users/acessos?lojaId=${stores.first}`))
    .json()
    .pessoas.find(({ proprio }: { proprio: boolean }) => proprio)
  const refused = await server.call(owner, 'PATCH', `/api/user_lojas/${me.id}`, { lojaId: stores.first, bloqueado: true })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.details).toMatchObject([{ path: 'bloqueado', code: 'user.block-self' }])
  expect((await server.call(owner, 'GET', `/api/unidades?lojaId=${stores.first}`)).statusCode).toBe(200)
})

test('who is shut out gets no letter to make another password', async () => {
  const person = await work()
  await server.call(admin, 'PATCH', `/api/users/${person.id}`, { block: true })
  const before = await server.context.database.system.query(`SELECT FROM system.confirmations WHERE "userId" = $1`, [person.id])
  await server.app.inject({ method: 'POST', url: '/api/users/sendResetPasswordEmail', payload: { email: person.email } })
  const after = await server.context.database.system.query(`SELECT FROM system.confirmations WHERE "userId" = $1`, [person.id])
  expect(after.rowCount).toBe(before.rowCount)
})

test('the platform keeps an administrator, also of two who take it from each other at once', async () => {
  const other = await server.addUser('outro@x.br', { admin: true })
  const theirs = await server.enter('outro@x.br')
  const { rows } = await server.context.database.system.query(`SELECT id FROM users WHERE email = 'admin@x.br'`)
  const me = Number(rows[0]?.id)
  const replies = await Promise.all([
    server.call(admin, 'PATCH', `/api/users/${other}`, { admin: false }),
    server.call(theirs, 'PATCH', `/api/users/${me}`, { admin: false }),
  ])
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const left = await server.context.database.system.query('SELECT id, email FROM users WHERE admin')
  expect(left.rows).toHaveLength(1)
  const { id, email } = left.rows[0] ?? {}
  const last = await server.enter(String(email))
  const refused = await server.call(last, 'PATCH', `/api/users/${id}`, { admin: false })
  expect(refused.json().error.details).toMatchObject([{ path: 'admin', code: 'user.last-administrator' }])
  const removed = await server.call(last, 'DELETE', `/api/users/${id}`)
  expect(removed.statusCode).toBe(422)
  expect((await server.call(last, 'GET', '/api/users')).statusCode).toBe(200)
})
