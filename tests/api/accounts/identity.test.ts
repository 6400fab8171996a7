import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

let server: TestServer
let store: number

beforeAll(async () => {
  server = await openServer()
  store = await server.addStore('Minha')
  await server.tie(await server.addUser('dona@x.br'), store, { type: 1, email: 'dona@x.br' })
})
afterAll(() => server?.close())

/** A session whose login was an hour ago, of a browser or of a program. */
async function oldSession(origin?: string): Promise<string> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/users/login',
    headers: origin ? { origin } : {},
    payload: { email: 'dona@x.br', password: testPassword },
  })
  await server.context.database.system.query(`UPDATE system.sessions SET "provedAt" = now() - interval '1 hour'`)
  return reply.json().id
}

/** Returns calls that need care, one of each sort. */
const protectedCalls = (token: string) =>
  Promise.all([
    server.call(token, 'GET', `/api/parceiros/exportar?lojaId=${store}&columns=nome_fantasia`),
    server.call(token, 'POST', '/api/users/convidar', { lojaId: store, email: 'novo@x.br' }),
    server.call(token, 'POST', '/api/user_lojas', { lojaId: store, email: 'x' }),
    server.call(token, 'POST', '/api/user_lojas/alterarVarios', { lojaId: store }),
    server.call(token, 'DELETE', `/api/user_lojas/999999?lojaId=${store}`),
    server.call(token, 'POST', '/api/Pagarme_auth/save', { lojaId: store }),
  ])
const codes = async (token: string): Promise<string[]> =>
  (await protectedCalls(token)).map(({ statusCode, body }) =>
    statusCode === 428 ? JSON.parse(body).error.code : String(statusCode),
  )

test('what needs care asks a browser for the password once more, for ten minutes', async () => {
  const token = await oldSession('http://127.0.0.1:3000')
  expect(new Set(await codes(token))).toEqual(new Set(['identity-needed']))
  const [asked] = await protectedCalls(token)
  expect(asked?.json().error.message).toBe('Confirme a sua senha para continuar.')
  // All else goes on, reading these registers as well.
  expect((await server.call(token, 'GET', `/api/user_lojas?lojaId=${store}`)).statusCode).toBe(200)
  expect((await server.call(token, 'POST', '/api/unidades', { lojaId: store, nome: 'kg' })).statusCode).toBe(201)

  const confirm = (password: string) => server.call(token, 'POST', '/api/users/confirmarIdentidade', { password })
  const wrong = await confirm('errada')
  expect([wrong.statusCode, wrong.json().error.details]).toMatchObject([422, [{ path: 'password', code: 'password.wrong' }]])
  expect(new Set(await codes(token))).toEqual(new Set(['identity-needed']))
  expect((await confirm(testPassword)).json()).toEqual({ minutos: 10 })
  expect(await codes(token)).not.toContain('identity-needed')
  await server.context.database.system.query(`UPDATE system.sessions SET "provedAt" = "provedAt" - interval '11 minutes'`)
  expect(new Set(await codes(token))).toEqual(new Set(['identity-needed']))
})

test('what was done is not taken back or restored past the proof', async () => {
  const fresh = await server.enter('dona@x.br')
  const added = async (email: string): Promise<number> => {
    const userId = await server.addUser(email)
    await server.tie(userId, store, { type: 1, email })
    const list = await server.call(fresh, 'GET', `/api/user_lojas?lojaId=${store}`)
    return list.json().find((row: { email: string }) => row.email === email).id
  }
  const change = (token: string, method: 'PATCH' | 'DELETE', id: number, action: string) =>
    server.app.inject({
      method,
      url: `/api/user_lojas/${id}?lojaId=${store}`,
      headers: { authorization: token, 'x-action': action },
      ...(method === 'PATCH' ? { payload: { lojaId: store, type: 2 } } : {}),
    })
  const [demoted, removed] = [await added('rebaixada@x.br'), await added('excluida@x.br')]
  const [demoting, removing] = ['6c2b7a52-6f0e-4d43-9d0c-52b6f1f3a001', '6c2b7a52-6f0e-4d43-9d0c-52b6f1f3a002']
  expect((await change(fresh, 'PATCH', demoted, demoting)).statusCode).toBe(200)
  expect((await change(fresh, 'DELETE', removed, removing)).statusCode).toBe(200)
  const history = (await server.call(fresh, 'GET', `/api/user_lojas/${demoted}/historico?lojaId=${store}`)).json()
  const token = await oldSession('http://127.0.0.1:3000')
  const undo = (action: string) => server.call(token, 'POST', `/api/atividade/${action}/desfazer`, { lojaId: store })
  const calls = [
    await undo(demoting),
    await undo(removing),
    await server.call(token, 'POST', `/api/user_lojas/${demoted}/restaurar`, { lojaId: store, historico: history[0].id }),
  ]
  expect(calls.map(({ statusCode, body }) => [statusCode, JSON.parse(body).error?.code])).toEqual(
    Array.from({ length: 3 }, () => [428, 'identity-needed']),
  )
  await server.call(token, 'POST', '/api/users/confirmarIdentidade', { password: testPassword })
  expect((await undo(removing)).statusCode).toBe(200)
})

test('a proof is one of its own session, and guesses must wait', async () => {
  const [mine, other] = [await oldSession('http://127.0.0.1:3000'), await oldSession('http://127.0.0.1:3000')]
  await server.call(mine, 'POST', '/api/users/confirmarIdentidade', { password: testPassword })
  expect(await codes(other)).toContain('identity-needed')
  const guesses = []
  for (let round = 0; round < 8; round++)
    guesses.push((await server.call(other, 'POST', '/api/users/confirmarIdentidade', { password: `palpite${round}` })).statusCode)
  expect(guesses).toContain(429)
  await server.context.database.system.query('DELETE FROM system.attempts')
})

test('a login is a proof, and programs that call the API go on as ever', async () => {
  expect(await codes(await oldSession())).not.toContain('identity-needed')
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/users/login',
    headers: { origin: 'http://127.0.0.1:3000' },
    payload: { email: 'dona@x.br', password: testPassword },
  })
  expect(await codes(reply.json().id)).not.toContain('identity-needed')
})

test('the security log tells of proofs and of what they opened', async () => {
  const { rows } = await server.context.database.system.query<{ evento: string; detalhe: string | null }>(
    'SELECT evento, detalhe FROM registro_seguranca WHERE "lojaId" = $1',
    [store],
  )
  const told = rows.map(({ evento, detalhe }) => `${evento} ${detalhe ?? ''}`.trim())
  expect(told).toEqual(expect.arrayContaining(['identity-confirmed', 'identity-failed', 'export Parceiros: 0 linhas']))
})
