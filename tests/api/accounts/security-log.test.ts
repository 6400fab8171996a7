import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOldSecurityLines } from '../../../src/server/security/checkSecurityLog.ts'
import { noteSecurityEvent } from '../../../src/server/security/securityEvent.ts'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

let server: TestServer
const stores = { first: 0, second: 0 }
const tokens = { admin: '', owner: '', other: '', clerk: '' }
const ids = { clerk: 0 }

beforeAll(async () => {
  server = await openServer()
  stores.first = await server.addStore('Primeira')
  stores.second = await server.addStore('Segunda')
  await server.addUser('admin@x.br', { admin: true })
  ids.clerk = await server.addUser('caixa@x.br')
  await server.tie(ids.clerk, stores.first, { email: 'caixa@x.br', cadastros_ver: true })
  tokens.admin = await server.enter('admin@x.br')
  tokens.owner = await server.enterStore('dono', stores.first, { type: 1 })
  tokens.other = await server.enterStore('outro', stores.second, { type: 1 })
  tokens.clerk = await server.enter('caixa@x.br')
})
afterAll(() => server?.close())

interface Line {
  readonly evento: string
  readonly usuario: { readonly email: string } | null
  readonly autor: { readonly email: string } | null
  readonly endereco: string | null
  readonly dispositivo: string | null
  readonly detalhe: string | null
  readonly userId: number | null
}
const lines = async (token: string, lojaId: number, evento?: string): Promise<Line[]> => {
  const filter = encodeURIComponent(
    JSON.stringify({ ...(evento ? { where: { evento } } : {}), include: ['usuario', 'autor'], limit: 500 }),
  )
  const reply = await server.call(token, 'GET', `/api/registro_seguranca?lojaId=${lojaId}&filter=${filter}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const check = (token: string, lojaId: number) => server.call(token, 'POST', '/api/seguranca/verificar', { lojaId })

test('tells who came in and who failed to, to owners of the store and to administrators alone', async () => {
  await server.login('caixa@x.br', 'palpite-secreto')
  await expect.poll(() => lines(tokens.owner, stores.first, 'login-failed')).toHaveLength(1)
  const [failed] = await lines(tokens.owner, stores.first, 'login-failed')
  expect(failed).toMatchObject({ userId: ids.clerk, usuario: { email: 'caixa@x.br' }, endereco: '127.0.0.1' })
  expect((await lines(tokens.owner, stores.first, 'login')).map(({ usuario }) => usuario?.email)).toContain('caixa@x.br')
  expect(await lines(tokens.other, stores.second, 'login-failed')).toEqual([])
  expect((await server.call(tokens.other, 'GET', `/api/registro_seguranca?lojaId=${stores.first}`)).statusCode).toBe(403)
  expect((await server.call(tokens.clerk, 'GET', `/api/registro_seguranca?lojaId=${stores.first}`)).statusCode).toBe(403)
  expect((await check(tokens.clerk, stores.first)).statusCode).toBe(403)
  // Neither what was typed for a password nor an account that is not there.
  await server.login('senha-no-campo-errado', 'x')
  await expect.poll(() => lines(tokens.admin, 0, 'login-failed')).toHaveLength(1)
  const { rows } = await server.context.database.system.query('SELECT * FROM registro_seguranca')
  expect(JSON.stringify(rows)).not.toMatch(/palpite-secreto|senha-no-campo-errado/)
})

test('tells sessions that ended, passwords, roles and blocks, by whom, and exports', async () => {
  const victim = await server.addUser('pessoa@x.br')
  await server.tie(victim, stores.first, { email: 'pessoa@x.br' })
  const token = await server.enter('pessoa@x.br')
  await server.call(token, 'POST', '/api/users/change-password', { oldPassword: testPassword, newPassword: 'outra-senha-9' })
  await server.call(token, 'POST', '/api/users/logout')
  const { pessoas } = (await server.call(tokens.owner, 'GET', `/api/users/acessos?lojaId=${stores.first}`)).json()
  const { id } = pessoas.find(({ email }: { email: string }) => email === 'pessoa@x.br')
  const about = { lojaId: stores.first, id }
  await server.call(tokens.owner, 'POST', '/api/users/acessos/encerrar', about)
  await server.call(tokens.owner, 'PATCH', `/api/user_lojas/${id}`, { lojaId: stores.first, type: 1 })
  await server.call(tokens.owner, 'POST', '/api/users/acessos/bloquear', { ...about, bloquear: true })
  await server.call(tokens.owner, 'POST', '/api/users/acessos/bloquear', { ...about, bloquear: false })
  await server.call(tokens.owner, 'GET', `/api/unidades/exportar?lojaId=${stores.first}&columns=nome`)
  const told = (await lines(tokens.owner, stores.first)).map(({ evento, usuario, autor, detalhe }) =>
    `${evento} ${usuario?.email} ${autor?.email ?? ''} ${detalhe ?? ''}`.trim(),
  )
  for (const line of [
    'password-changed pessoa@x.br',
    'logout pessoa@x.br',
    'session-ended pessoa@x.br dono@x.br Sessões encerradas: 0',
    'role-changed pessoa@x.br dono@x.br',
    'blocked pessoa@x.br dono@x.br',
    'unblocked pessoa@x.br dono@x.br',
    'export dono@x.br  Unidades: 0 linhas',
  ])
    expect(told).toContain(line)
})

test('lines that come at the same moment make one chain, and it is whole', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      noteSecurityEvent(server.context.service, { kind: 'key-changed', lojaId: stores.second, detail: `chave ${n}` }),
    ),
  )
  const checked = await check(tokens.other, stores.second)
  expect(checked.statusCode, checked.body).toBe(200)
  expect(await lines(tokens.other, stores.second, 'key-changed')).toHaveLength(20)
  expect((await check(tokens.admin, 0)).statusCode).toBe(200)
})

test('what somebody changes or takes out is told by its line', async () => {
  const q = server.context.database.system
  const of = async (detail: string) => {
    const { rows } = await q.query<{ sequencia: string }>('SELECT sequencia FROM registro_seguranca WHERE detalhe = $1', [detail])
    return Number(rows[0]?.sequencia)
  }
  const [changed, removed] = [await of('chave 15'), await of('chave 3')]
  await q.query(`UPDATE registro_seguranca SET detalhe = 'nada' WHERE detalhe = 'chave 15'`)
  const told = await check(tokens.other, stores.second)
  expect([told.statusCode, told.json().error.code, told.json().primeiraQuebra.sequencia]).toEqual([
    409,
    'security.broken',
    changed,
  ])
  expect(told.json().error.message).toContain(`linha ${changed}`)
  await q.query(`UPDATE registro_seguranca SET detalhe = 'chave 15' WHERE detalhe = 'nada'`)
  expect((await check(tokens.other, stores.second)).statusCode).toBe(200)
  await q.query('DELETE FROM registro_seguranca WHERE "lojaId" = $1 AND sequencia = $2', [stores.second, removed])
  expect((await check(tokens.other, stores.second)).json().primeiraQuebra.sequencia).toBe(removed + 1)
  // The others' chain is another one.
  expect((await check(tokens.owner, stores.first)).statusCode).toBe(200)
})

test('lines cut off the end are missed, also once others came after them, and so is the seal itself', async () => {
  const q = server.context.database.system
  const store = await server.addStore('Cortada')
  const owner = await server.enterStore('cortada', store, { type: 1 })
  const note = (detail: string) => noteSecurityEvent(server.context.service, { kind: 'key-changed', lojaId: store, detail })
  for (const n of [1, 2, 3]) await note(`corte ${n}`)
  expect((await check(owner, store)).statusCode).toBe(200)
  const first = async () => (await check(owner, store)).json().primeiraQuebra?.sequencia
  const { rows } = await q.query<{ last: number }>(
    'SELECT max(sequencia)::int AS last FROM registro_seguranca WHERE "lojaId" = $1',
    [store],
  )
  const last = rows[0]?.last ?? 0
  await q.query('DELETE FROM registro_seguranca WHERE "lojaId" = $1 AND sequencia >= $2', [store, last - 1])
  expect(await first()).toBe(last - 1)
  // Later lines go on behind the gap.
  for (const n of [4, 5, 6]) await note(`corte ${n}`)
  expect(await first()).toBe(last + 1)

  const other = await server.addStore('Sem selo')
  const othersOwner = await server.enterStore('sem.selo', other, { type: 1 })
  await noteSecurityEvent(server.context.service, { kind: 'key-changed', lojaId: other, detail: 'antes' })
  expect((await check(othersOwner, other)).statusCode).toBe(200)
  for (const loss of [
    'UPDATE system.security_heads SET sequencia = sequencia - 1 WHERE "lojaId" = $1',
    `UPDATE system.security_heads SET head = (SELECT head FROM system.security_heads WHERE "lojaId" <> $1 LIMIT 1) WHERE "lojaId" = $1`,
    'DELETE FROM system.security_heads WHERE "lojaId" = $1',
  ]) {
    await q.query(loss, [other])
    expect((await check(othersOwner, other)).statusCode, loss).toBe(409)
  }
  await noteSecurityEvent(server.context.service, { kind: 'key-changed', lojaId: other, detail: 'depois' })
  expect((await check(othersOwner, other)).statusCode).toBe(409)
})

test('nobody writes it by a call, and a year later a line goes, the rest staying whole', async () => {
  const [line] = (await server.call(tokens.owner, 'GET', `/api/registro_seguranca?lojaId=${stores.first}`)).json()
  const change = { lojaId: stores.first, detalhe: 'x' }
  for (const [method, url] of [
    ['POST', '/api/registro_seguranca'],
    ['PATCH', `/api/registro_seguranca/${line.id}`],
    ['DELETE', `/api/registro_seguranca/${line.id}?lojaId=${stores.first}`],
  ] as const)
    expect((await server.call(tokens.admin, method, url, method === 'DELETE' ? undefined : change)).statusCode, url).toBe(403)
  const q = server.context.database.system
  const before = (await check(tokens.owner, stores.first)).json().linhas
  await q.query(`UPDATE registro_seguranca SET "createdAt" = now() - interval '367 days' WHERE "lojaId" = $1 AND sequencia = 1`, [
    stores.first,
  ])
  await removeOldSecurityLines(server.context.service)
  expect((await check(tokens.owner, stores.first)).json()).toEqual({ linhas: before - 1 })
})
