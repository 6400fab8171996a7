import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPasswordHash } from '../../src/server/access/users.ts'
import { createLogger } from '../../src/server/http/log/logger.ts'
import { hashPassword } from '../../src/server/session/password.ts'
import { openServer, type TestServer, testPassword } from './fixtures/testServer.ts'

let server: TestServer
const ids = { admin: 0, owner: 0, employee: 0, lapsed: 0, first: 0, second: 0, closed: 0 }

beforeAll(async () => {
  server = await openServer()
  ids.admin = await server.addUser('admin@x.br', { admin: true })
  ids.owner = await server.addUser('dono@x.br')
  ids.employee = await server.addUser('funcionario@x.br')
  ids.lapsed = await server.addUser('vencido@x.br', { active: false })
  ids.first = await server.addStore('Primeira', ids.owner)
  ids.second = await server.addStore('Segunda', ids.owner)
  ids.closed = await server.addStore('Fechada', ids.lapsed)
  await server.tie(ids.owner, ids.first, { type: 1 })
  await server.tie(ids.owner, ids.second, { type: 1 })
  await server.tie(ids.employee, ids.first, { cadastros_ver: true })
  await server.tie(ids.lapsed, ids.closed, { type: 1 })
})

afterAll(() => server?.close())
beforeEach(() => server.context.database.system.query('DELETE FROM system.attempts'))

describe('login', () => {
  test('gives a token that is stored only as a hash', async () => {
    const reply = await server.login(' Dono@X.br ')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ userId: ids.owner, ttl: 14 * 24 * 3600 })
    const { rows } = await server.context.database.system.query('SELECT token FROM system.sessions')
    expect(rows.map(row => row.token)).not.toContain(reply.json().id)
    expect(server.logged.join('')).not.toContain(testPassword)
  })

  test('refuses a wrong password and an unknown account alike', async () => {
    const wrong = await server.login('dono@x.br', 'errada')
    const unknown = await server.login('ninguem@x.br', 'errada')
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(wrong.json()).toEqual(unknown.json())
    expect(wrong.json().error).toMatchObject({ code: 'login-failed', message: 'Usuário ou senha incorretos!' })
  })

  test('takes as long for an unknown account as for a wrong password', async () => {
    // Returns the processor time for it, in this process alone: a clock would tell the other work of the machine.
    const time = async (email: string): Promise<number> => {
      const started = process.cpuUsage()
      await server.login(email, 'errada')
      const { user } = process.cpuUsage(started)
      await server.context.database.system.query('DELETE FROM system.attempts')
      return user
    }
    await setPasswordHash(server.context.database.system, ids.owner, await hashPassword(testPassword))
    const times: Record<string, number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 15; round++) {
      times.known?.push(await time('dono@x.br'))
      times.unknown?.push(await time('ninguem@x.br'))
    }
    const middle = (name: string): number => times[name]?.sort((a, b) => a - b)[7] ?? 0
    expect(middle('unknown') / middle('known')).toBeGreaterThan(0.7)
    expect(middle('unknown') / middle('known')).toBeLessThan(1.4)
  })

  test('wants e-mail and password', async () => {
    const reply = await server.login('', '')
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.details).toMatchObject([
      { path: 'email', code: 'required', message: 'Obrigatório' },
      { path: 'password', code: 'required', message: 'Obrigatório' },
    ])
  })

  test('makes who fails wait longer and longer, even when all attempts come at once', async () => {
    const started = performance.now()
    const replies = await Promise.all(Array.from({ length: 12 }, () => server.login('dono@x.br', 'errada')))
    // Five are free; whoever then waits 1, 2, 4 seconds has one more each time, so a slow machine is asked a few more.
    const waited = Math.floor(Math.log2(1 + (performance.now() - started) / 1000))
    const codes = replies.map(reply => reply.statusCode)
    expect(codes.filter(code => code === 401).length).toBeLessThanOrEqual(5 + waited)
    expect(codes.filter(code => code === 429).length).toBe(12 - codes.filter(code => code === 401).length)
    expect(codes).toContain(429)
    // However long the logins above took.
    await server.context.database.system.query(
      `UPDATE system.attempts SET "blockedUntil" = "blockedUntil" + interval '1 hour' WHERE "blockedUntil" IS NOT NULL`,
    )
    const right = await server.login('dono@x.br')
    expect(right.statusCode).toBe(429)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
    await server.context.database.system.query(`UPDATE system.attempts SET "blockedUntil" = now()`)
    expect((await server.login('dono@x.br', 'errada')).statusCode).toBe(401)
    const { rows } = await server.context.database.system.query(
      `SELECT extract(epoch FROM "blockedUntil" - now())::float AS wait FROM system.attempts WHERE key LIKE 'account%'`,
    )
    expect(rows[0]?.wait).toBeGreaterThan(1)
  })

  test('a success forgets the failures', async () => {
    for (let round = 0; round < 4; round++) await server.login('dono@x.br', 'errada')
    expect((await server.login('dono@x.br')).statusCode).toBe(200)
    for (let round = 0; round < 4; round++) expect((await server.login('dono@x.br', 'errada')).statusCode).toBe(401)
  })
})

describe('session', () => {
  test('configuracao tells user, stores, permissions and licence', async () => {
    const token = await server.enter('dono@x.br')
    const reply = await server.call(token, 'POST', '/api/users/configuracao', { lojaId: ids.second })
    expect(reply.json()).toMatchObject({
      usuario: {
        id: ids.owner,
        email: 'dono@x.br',
        admin: false,
        lojas: [{ id: ids.first }, { id: ids.second, nome_fantasia: 'Segunda' }],
      },
      loja: { id: ids.second, nome_fantasia: 'Segunda' },
      permissao: { type: 1, ADMIN: false, PROPRIETARIO: true, cadastros_ver: false },
      admin_user: { id: ids.owner, active: true, block: false },
      admin_user_active: true,
    })
    expect(reply.json().loja).not.toHaveProperty('csc')
  })

  test('configuracao of an employee holds the flags; a store that is not theirs any more gives way to the first', async () => {
    const token = await server.enter('funcionario@x.br')
    const { permissao, loja } = (await server.call(token, 'POST', '/api/users/configuracao', { lojaId: ids.second })).json()
    expect(loja.id).toBe(ids.first)
    expect(permissao).toMatchObject({ type: 2, cadastros_ver: true, cardapio_ver: false, PROPRIETARIO: false })
  })

  test('ends with logout, and with its time', async () => {
    const token = await server.enter('dono@x.br')
    expect((await server.call(token, 'POST', '/api/users/logout')).statusCode).toBe(204)
    expect((await server.call(token, 'GET', `/api/unidades?lojaId=${ids.first}`)).statusCode).toBe(401)
    const second = await server.enter('dono@x.br')
    await server.context.database.system.query(`UPDATE system.sessions SET "expiresAt" = now() - interval '1 second'`)
    const reply = await server.call(second, 'POST', '/api/users/configuracao')
    expect(reply.statusCode).toBe(401)
    expect(reply.json().error.code).toBe('unauthenticated')
  })

  test('a change of password ends the other sessions', async () => {
    const id = await server.addUser('muda@x.br')
    await server.tie(id, ids.first)
    const [mine, other] = [await server.enter('muda@x.br'), await server.enter('muda@x.br')]
    const change = (body: object) => server.call(mine, 'POST', '/api/users/change-password', body)
    expect((await change({ oldPassword: 'errada', newPassword: 'outra123' })).json().error).toMatchObject({
      statusCode: 422,
      code: 'password.wrong',
      details: [{ path: 'oldPassword', message: 'Senha atual incorreta!' }],
    })
    expect((await change({ oldPassword: testPassword, newPassword: '12345' })).json().error.details[0].message).toBe(
      'Mínimo de 6 caracteres',
    )
    expect((await change({ oldPassword: testPassword, newPassword: 'outra123' })).statusCode).toBe(204)
    expect((await server.call(mine, 'POST', '/api/users/configuracao')).statusCode).toBe(200)
    expect((await server.call(other, 'POST', '/api/users/configuracao')).statusCode).toBe(401)
    expect((await server.login('muda@x.br')).statusCode).toBe(401)
    expect((await server.login('muda@x.br', 'outra123')).statusCode).toBe(200)
  })
})

describe('access', () => {
  test('without a token nothing is answered', async () => {
    for (const url of ['/api/unidades', '/api/model', '/api/events', '/API/Produtos/1'])
      expect((await server.app.inject({ url })).statusCode, url).toBe(401)
  })

  test("another's store is forbidden; of several one must be named", async () => {
    const token = await server.enter('funcionario@x.br')
    expect((await server.call(token, 'GET', '/api/unidades')).statusCode).toBe(200)
    const other = await server.call(token, 'GET', `/api/unidades?lojaId=${ids.second}`)
    expect([other.statusCode, other.json().error.code]).toEqual([403, 'store-forbidden'])
    const owner = await server.enter('dono@x.br')
    expect((await server.call(owner, 'GET', '/api/unidades')).json().error.code).toBe('store-required')
  })

  test('a permission taken away holds at once', async () => {
    const owner = await server.enter('dono@x.br')
    const token = await server.enter('funcionario@x.br')
    expect((await server.call(token, 'GET', '/api/unidades')).statusCode).toBe(200)
    const [link] = (
      await server.call(owner, 'GET', `/api/user_lojas?lojaId=${ids.first}&filter={"where":{"userId":${ids.employee}}}`)
    ).json()
    const change = { lojaId: ids.first, id: link.id, version: link.version, cadastros_ver: false }
    const changed = await server.call(owner, 'PATCH', `/api/user_lojas/${link.id}`, change)
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await server.call(token, 'GET', '/api/unidades')).statusCode).toBe(403)
  })

  test('an inactive licence leaves only the session and the definitions', async () => {
    expect((await server.login('vencido@x.br')).json().error.code).toBe('user.shut-out')
    const token = await server.enterStore('gerente', ids.closed, { type: 1 })
    const reply = await server.call(token, 'GET', '/api/unidades')
    expect([reply.statusCode, reply.json().error.code]).toEqual([423, 'licence-inactive'])
    const configuration = (await server.call(token, 'POST', '/api/users/configuracao')).json()
    expect(configuration).toMatchObject({ admin_user: { active: false }, admin_user_active: false })
    expect((await server.call(token, 'GET', '/api/model')).statusCode).toBe(200)
    const admin = await server.enter('admin@x.br')
    expect((await server.call(admin, 'GET', `/api/unidades?lojaId=${ids.closed}`)).statusCode).toBe(200)
  })

  test('the definitions are cut by what the caller may do, and cost nothing the second time', async () => {
    const admin = await server.call(await server.enter('admin@x.br'), 'GET', '/api/model')
    const employee = await server.call(await server.enter('funcionario@x.br'), 'GET', '/api/model')
    expect(Object.keys(admin.json().model.registers)).toContain('Logs')
    expect(Object.keys(employee.json().model.registers)).not.toContain('Logs')
    expect(employee.json().rights.admin).toBe(false)
    const again = await server.app.inject({
      url: '/api/model',
      headers: { authorization: await server.enter('admin@x.br'), 'if-none-match': String(admin.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('preferencias', () => {
  const path = '/api/users/preferencias'
  const like = async (email: string, nome: unknown, valor?: unknown) =>
    server.call(await server.enter(email), 'POST', path, { nome, valor })
  const liked = async (email: string) => (await server.call(await server.enter(email), 'GET', path)).json()

  test('are kept for each person, whatever the machine, until they are forgotten', async () => {
    expect(await liked('dono@x.br')).toEqual({})
    const layout = { widths: { nome: 240 }, order: ['nome', 'a\u0000b'] }
    expect((await like('dono@x.br', 'grid.produtos', layout)).statusCode).toBe(204)
    await like('dono@x.br', 'grid.grupos', 1)
    await like('funcionario@x.br', 'grid.produtos', { widths: {} })
    expect(await liked('dono@x.br')).toEqual({ 'grid.produtos': layout, 'grid.grupos': 1 })
    expect(await liked('funcionario@x.br')).toEqual({ 'grid.produtos': { widths: {} } })
    await like('dono@x.br', 'grid.grupos')
    await like('dono@x.br', 'grid.produtos', 'outra')
    expect(await liked('dono@x.br')).toEqual({ 'grid.produtos': 'outra' })
  })

  test('what cannot be kept is told, and nobody keeps without end', async () => {
    const told = async (nome: unknown, valor?: unknown) => {
      const reply = await like('dono@x.br', nome, valor)
      return [reply.statusCode, reply.json().error.details.map(({ path: at, code }: Record<string, string>) => `${at} ${code}`)]
    }
    expect(await told('')).toEqual([422, ['nome required']])
    expect(await told(7, 'x')).toEqual([422, ['nome required']])
    expect(await told('x'.repeat(201), 'y'.repeat(20_000))).toEqual([422, ['nome too-long', 'valor too-long']])
    expect(await told('a\u0000b', 1)).toEqual([422, ['nome content-invalid']])
    await server.context.database.system.query(
      `INSERT INTO system.preferences ("userId", name, value) SELECT $1, 'n' || n, '1' FROM generate_series(1, 999) n`,
      [ids.owner],
    )
    expect((await like('dono@x.br', 'um a mais', 1)).statusCode).toBe(400)
    expect((await like('dono@x.br', 'n999', 2)).statusCode).toBe(204)
    expect((await server.app.inject({ method: 'GET', url: path })).statusCode).toBe(401)
  })
})

test('logs hold neither passwords nor tokens, whatever the call was', async () => {
  const token = await server.enter('dono@x.br')
  const guess = 'palpite-secreto'
  await server.login('dono@x.br', guess)
  await server.call(token, 'POST', '/api/users/change-password', { oldPassword: guess, newPassword: guess })
  await server.call(token, 'GET', `/api/unidades?lojaId=${ids.first}&q=${guess}`)
  const own: string[] = []
  createLogger({ write: line => void own.push(line) }).error({
    request: { headers: { authorization: token } },
    body: { password: guess, user: { token } },
  })
  const logged = [...server.logged, ...own].join('')
  expect(logged).toContain('/api/users/change-password')
  for (const secret of [testPassword, guess, token]) expect(logged).not.toContain(secret)
})

test('a body that is too large is refused, saying how large it may be', async () => {
  const token = await server.enter('dono@x.br')
  const reply = await server.call(token, 'POST', '/api/unidades', { lojaId: ids.first, nome: 'x'.repeat(1_100_000) })
  expect(reply.statusCode).toBe(413)
  expect(reply.json().error).toMatchObject({ code: 'payload-too-large', message: 'O envio é grande demais. O máximo é 1 MB.' })
})
