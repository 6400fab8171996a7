import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitationLimits } from '../../../src/server/features/invitations/invitationLimits.ts'
import { linkInMail, type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let post: MailCatcher
const stores = { home: 0, other: 0, third: 0 }
const tokens = { boss: '', other: '', clerk: '' }

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: post.url, from: 'Loja Teste <loja@teste.br>' } })
  for (const name of ['home', 'other', 'third'] as const) stores[name] = await server.addStore(`Loja ${name}`)
  await server.tie(await server.addUser('chefe@x.br'), stores.home, { type: 1, email: 'chefe@x.br' })
  await server.tie(await server.addUser('outro@x.br'), stores.other, { type: 1, email: 'outro@x.br' })
  await server.tie(await server.addUser('caixa@x.br'), stores.home, {
    email: 'caixa@x.br',
    cadastros_ver: true,
    caixa_operar: true,
  })
  tokens.boss = await server.enter('chefe@x.br')
  tokens.other = await server.enter('outro@x.br')
  tokens.clerk = await server.enter('caixa@x.br')
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})

const q = () => server.context.database.system
const invite = (token: string, lojaId: number, email: string) =>
  server.call(token, 'POST', '/api/users/convidar', { lojaId, email })
const waiting = async (token: string) => (await server.call(token, 'GET', '/api/users/convites')).json()
const answer = (token: string, what: 'aceitar' | 'recusar', loja: number) =>
  server.call(token, 'POST', `/api/users/convites/${what}`, { loja })
const linkOf = async (token: string, lojaId: number, email: string) => {
  const where = encodeURIComponent(JSON.stringify({ where: { email }, include: ['usuario'] }))
  const [link] = (await server.call(token, 'GET', `/api/user_lojas?lojaId=${lojaId}&filter=${where}`)).json()
  return link as { id: number; userId: number | null; convite: number; usuario: unknown }
}

describe('somebody who has an account', () => {
  test('is in a store only after accepting; until then it learns nothing but the e-mail, and nothing changes for them', async () => {
    expect((await invite(tokens.other, stores.other, 'caixa@x.br')).statusCode).toBe(200)
    expect((await post.next('caixa@x.br')).text).toMatch(/^https?:\S+\/convites$/m)
    expect(await linkOf(tokens.other, stores.other, 'caixa@x.br')).toMatchObject({ userId: null, convite: 1, usuario: null })
    const people = (await server.call(tokens.other, 'GET', `/api/users?lojaId=${stores.other}`)).json()
    expect(people.map(({ email }: { email: string }) => email)).toEqual(['outro@x.br'])
    expect((await server.call(tokens.clerk, 'GET', `/api/unidades?lojaId=${stores.other}`)).statusCode).toBe(403)
    expect((await server.call(tokens.clerk, 'GET', '/api/unidades')).statusCode).toBe(200)
    const { usuario, convites } = (await server.call(tokens.clerk, 'POST', '/api/users/configuracao')).json()
    expect([usuario.lojas.length, convites]).toEqual([1, 1])
    expect(await waiting(tokens.clerk)).toMatchObject([{ loja: stores.other, nome: 'Loja other', proprietario: false }])
    expect(await waiting(tokens.boss)).toEqual([])
  })

  test('is nobody who answers for others, nor twice', async () => {
    expect((await answer(tokens.boss, 'aceitar', stores.other)).json().error.code).toBe('invitation.gone')
    expect((await answer(tokens.clerk, 'aceitar', stores.third)).statusCode).toBe(404)
    expect((await answer(tokens.clerk, 'aceitar', stores.other)).statusCode).toBe(200)
    expect((await answer(tokens.clerk, 'aceitar', stores.other)).statusCode).toBe(404)
    expect((await server.call(tokens.clerk, 'GET', `/api/parceiros?lojaId=${stores.other}`)).statusCode).toBe(403)
    const { usuario } = (await server.call(tokens.clerk, 'POST', '/api/users/configuracao')).json()
    expect(usuario.lojas).toHaveLength(2)
    const link = await linkOf(tokens.other, stores.other, 'caixa@x.br')
    expect(link).toMatchObject({ convite: 2, usuario: { email: 'caixa@x.br' } })
    const history = (await server.call(tokens.other, 'GET', `/api/user_lojas/${link.id}/historico?lojaId=${stores.other}`)).body
    expect(history).toContain('caixa@x.br')
  })

  test('means the same store as before by a call without one', async () => {
    await server.call(tokens.boss, 'POST', '/api/unidades', { lojaId: stores.home, nome: 'kg' })
    const units = await server.call(tokens.clerk, 'GET', '/api/unidades')
    expect([units.statusCode, units.json().map(({ nome }: { nome: string }) => nome)]).toEqual([200, ['kg']])
    const { loja } = (await server.call(tokens.clerk, 'POST', '/api/users/configuracao')).json()
    expect(loja.id).toBe(stores.home)
    const sale = await server.call(tokens.clerk, 'POST', '/api/Movimentos/lote', { movimentos: [] })
    expect(sale.statusCode, sale.body).toBe(200)
  })

  test('may refuse; the store sees it, and nothing was opened', async () => {
    await server.tie((await q().query(`SELECT id FROM users WHERE email = 'outro@x.br'`)).rows[0]?.id as number, stores.third, {
      type: 1,
      email: 'outro@x.br',
    })
    expect((await invite(tokens.other, stores.third, 'caixa@x.br')).statusCode).toBe(200)
    expect((await answer(tokens.clerk, 'recusar', stores.third)).statusCode).toBe(200)
    expect(await linkOf(tokens.other, stores.third, 'caixa@x.br')).toMatchObject({ userId: null, convite: 3 })
    expect((await server.call(tokens.clerk, 'GET', `/api/unidades?lojaId=${stores.third}`)).statusCode).toBe(403)
    expect((await answer(tokens.clerk, 'aceitar', stores.third)).statusCode).toBe(404)
    // The store learns where the invitation stands, and may ask once more.
    expect((await invite(tokens.other, stores.third, 'caixa@x.br')).json().error.message).toContain('reenvie-o')
    const { id } = await linkOf(tokens.other, stores.third, 'caixa@x.br')
    const again = () => server.call(tokens.other, 'POST', '/api/user_lojas/reenviar', { lojaId: stores.third, id })
    expect((await again()).statusCode).toBe(200)
    expect(await linkOf(tokens.other, stores.third, 'caixa@x.br')).toMatchObject({ userId: null, convite: 1 })
    expect((await server.call(tokens.clerk, 'GET', `/api/unidades?lojaId=${stores.third}`)).statusCode).toBe(403)
    expect((await answer(tokens.clerk, 'recusar', stores.third)).statusCode).toBe(200)
  })

  test('whose invitation is withdrawn, or came of age, has none; sent again it opens', async () => {
    await invite(tokens.boss, stores.home, 'outro@x.br')
    await q().query(`UPDATE system.invitations SET "sentAt" = now() - interval '31 days' WHERE email = 'outro@x.br'`)
    expect(await waiting(tokens.other)).toEqual([])
    const { id } = await linkOf(tokens.boss, stores.home, 'outro@x.br')
    const again = (token: string) => server.call(token, 'POST', '/api/user_lojas/reenviar', { lojaId: stores.home, id })
    expect((await again(tokens.clerk)).statusCode).toBe(403)
    expect((await again(tokens.boss)).statusCode).toBe(200)
    expect(await waiting(tokens.other)).toHaveLength(1)
    expect((await server.call(tokens.boss, 'DELETE', `/api/user_lojas/${id}?lojaId=${stores.home}`)).statusCode).toBe(200)
    expect(await waiting(tokens.other)).toEqual([])
    expect((await answer(tokens.other, 'aceitar', stores.home)).statusCode).toBe(404)
    expect((await again(tokens.boss)).statusCode).toBe(404)
  })

  test('is not put into a store by writing the fields of the link', async () => {
    const { id } = await linkOf(tokens.other, stores.third, 'caixa@x.br')
    for (const change of [{ userId: 1 }, { convite: 2 }]) {
      await server.call(tokens.other, 'PATCH', `/api/user_lojas/${id}`, { lojaId: stores.third, ...change })
    }
    expect(await linkOf(tokens.other, stores.third, 'caixa@x.br')).toMatchObject({ userId: null, convite: 3 })
  })
})

test('who gets the account by the invitation accepts by making a password', async () => {
  await invite(tokens.boss, stores.home, 'nova@x.br')
  expect(await linkOf(tokens.boss, stores.home, 'nova@x.br')).toMatchObject({ convite: 1 })
  const token = linkInMail((await post.next('nova@x.br')).text).searchParams.get('t')
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/ConfirmationTokens/confirmacao',
    payload: { token, password: 'segredo1' },
  })
  expect(made.statusCode).toBe(204)
  expect(await linkOf(tokens.boss, stores.home, 'nova@x.br')).toMatchObject({ convite: 2 })
})

describe('limits', () => {
  const told = (reply: { json(): { error: { code: string; message: string; details: { path: string }[] } } }) =>
    reply.json().error

  test('one person gets so many invitations a day from all stores, whatever the store does', async () => {
    await q().query(`INSERT INTO system.invitations ("lojaId", email) SELECT $1, 'alvo@x.br' FROM generate_series(1, $2)`, [
      stores.other,
      invitationLimits.recipient,
    ])
    const refused = await invite(tokens.boss, stores.home, 'Alvo@x.br')
    expect([refused.statusCode, told(refused).code, told(refused).details[0]?.path]).toEqual([
      429,
      'invitation.recipient-limit',
      'email',
    ])
    expect(told(refused).message).toContain(String(invitationLimits.recipient))
    expect((await q().query(`SELECT FROM users WHERE email = 'alvo@x.br'`)).rows).toEqual([])
  })

  test('a store sends so many a day, also at once and in every way', async () => {
    const { rows } = await q().query<{ n: number }>(
      `SELECT count(*)::int AS n FROM system.invitations WHERE "lojaId" = $1 AND "sentAt" > now() - interval '1 day'`,
      [stores.home],
    )
    const left = invitationLimits.store - (rows[0]?.n ?? 0)
    const replies = await Promise.all(
      Array.from({ length: left + 6 }, (_, at) => invite(tokens.boss, stores.home, `f${at}@x.br`)),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(left)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6)
    const saved = await server.call(tokens.boss, 'POST', '/api/user_lojas', { lojaId: stores.home, email: 'mais@x.br', type: 2 })
    expect([saved.statusCode, told(saved).code]).toEqual([429, 'invitation.store-limit'])
    const others = await invite(tokens.other, stores.other, 'mais@x.br')
    expect(others.statusCode).toBe(200)
    await q().query(`UPDATE system.invitations SET "sentAt" = "sentAt" - interval '25 hours'`)
    expect((await invite(tokens.boss, stores.home, 'amanha@x.br')).statusCode).toBe(200)
  })
})
